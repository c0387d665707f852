import CoreMedia
import CoreVideo
import Testing

@Suite("CMAttachment")
struct CMAttachmentTests {
    @Test("S-205: the matrix of a camera's intrinsics is the data of nine floats, column by column")
    func setAndGet() throws {
        let (sample, _) = try makeFrame()
        let columns: [SIMD3<Float>] = [SIMD3(1_000, 0, 0), SIMD3(0, 1_001, 0), SIMD3(640, 360, 1)]
        let floats = columns.flatMap { [$0.x, $0.y, $0.z] }
        let matrix = NSData(data: floats.withUnsafeBytes { Data($0) })
        CMSetAttachment(
            sample,
            key: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix,
            value: matrix,
            attachmentMode: kCMAttachmentMode_ShouldPropagate
        )
        var mode: CMAttachmentMode = 9
        let value = CMGetAttachment(
            sample,
            key: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix,
            attachmentModeOut: &mode
        )
        let read = try #require(value as? Data).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        #expect(read == floats && mode == kCMAttachmentMode_ShouldPropagate)
        #expect(sample.attachments[.cameraIntrinsicMatrix]?.mode == .shouldPropagate)
        CMRemoveAttachment(sample, key: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix)
        #expect(sample.attachments[.cameraIntrinsicMatrix] == nil)
    }

    @Test("A dropped frame tells its reason in Apple's words")
    func droppedFrameReason() throws {
        let (sample, _) = try makeFrame()
        CMSetAttachment(
            sample,
            key: kCMSampleBufferAttachmentKey_DroppedFrameReason,
            value: kCMSampleBufferDroppedFrameReason_FrameWasLate,
            attachmentMode: 0
        )
        #expect(sample.attachments[.droppedFrameReason]?.value as? String == "FrameWasLate")
        #expect(kCMSampleBufferAttachmentKey_DroppedFrameReason == "DroppedFrameReason")
        #expect(kCMSampleBufferDroppedFrameReason_OutOfBuffers == "OutOfBuffers")
        #expect(kCMSampleBufferDroppedFrameReason_Discontinuity == "Discontinuity")
    }

    @Test("Attachments propagate between all kinds of bearers")
    func propagate() throws {
        let (sample, image) = try makeFrame()
        let block = try CMBlockBuffer(length: 1)
        CMSetAttachments(image, attachments: ["a": 1, "b": "x"], attachmentMode: 1)
        CMSetAttachment(image, key: "c", value: NSNumber(value: 2), attachmentMode: 0)
        CMPropagateAttachments(image, destination: sample)
        sample.propagateAttachments(to: block)
        #expect(block.attachments.propagated.keys.sorted() == ["a", "b"])
        #expect(block.attachments.nonPropagated.isEmpty)
        #expect(CMCopyDictionaryOfAttachments(allocator: nil, target: image, attachmentMode: 0)?.count == 1)
        block.attachments.removeAll()
        #expect(CMCopyDictionaryOfAttachments(allocator: nil, target: block, attachmentMode: 1) == nil)
        block.attachments.merge(["d": 4], mode: .shouldNotPropagate)
        #expect(block.attachments["d"]?.value as? Int == 4)
    }

    @Test("An object that cannot carry attachments is a programmer's error")
    func wrongBearer() async {
        await #expect(processExitsWith: .failure) {
            CMSetAttachment(NSObject(), key: "a", value: nil, attachmentMode: 0)
        }
    }
}
