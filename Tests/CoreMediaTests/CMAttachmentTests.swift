import CoreMedia
import CoreVideo
import Testing

@Suite("CMAttachment")
struct CMAttachmentTests {
    @Test("S-205: attachments keep value and mode until they are removed")
    func setAndGet() throws {
        let (sample, _) = try makeFrame()
        let matrix = NSData(data: Data(count: 36))
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
        #expect(value as? Data == Data(count: 36) && mode == kCMAttachmentMode_ShouldPropagate)
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
