@preconcurrency import CoreVideo
import Testing

@Suite("CVBuffer attachments")
struct CVBufferAttachmentsTests {
    @Test("Attachments are set, replaced, read with their mode and removed")
    func basics() throws {
        let buffer = try makeBuffer(kCVPixelFormatType_32BGRA, 4, 4)
        let matrix = kCVImageBufferYCbCrMatrixKey
        #expect(!CVBufferHasAttachment(buffer, matrix))
        #expect(CVBufferCopyAttachment(buffer, matrix, nil) == nil)
        CVBufferSetAttachment(buffer, matrix, kCVImageBufferYCbCrMatrix_ITU_R_601_4, .shouldNotPropagate)
        CVBufferSetAttachment(buffer, matrix, kCVImageBufferYCbCrMatrix_ITU_R_709_2, .shouldPropagate)
        var mode = CVAttachmentMode.shouldNotPropagate
        let value = CVBufferCopyAttachment(buffer, "CVImageBufferYCbCrMatrix" as CFString, &mode)
        #expect(value === kCVImageBufferYCbCrMatrix_ITU_R_709_2)
        #expect(mode == .shouldPropagate)
        CVBufferRemoveAttachment(buffer, matrix)
        #expect(!CVBufferHasAttachment(buffer, matrix))
    }

    @Test("Dictionaries of attachments go in and out by mode")
    func dictionaries() throws {
        let buffer = try makeBuffer(kCVPixelFormatType_32BGRA, 4, 4)
        #expect(CVBufferCopyAttachments(buffer, .shouldPropagate) == nil)
        CVBufferSetAttachments(buffer, ["a": 1, "b": "two"] as CFDictionary, .shouldPropagate)
        CVBufferSetAttachment(buffer, "c", NSNumber(value: 3), .shouldNotPropagate)
        let propagated = CVBufferCopyAttachments(buffer, .shouldPropagate) as? [String: Any]
        #expect(propagated?["a"] as? Int == 1)
        #expect(propagated?["b"] as? String == "two")
        #expect(propagated?.count == 2)
        #expect((CVBufferCopyAttachments(buffer, .shouldNotPropagate) as? [String: Any])?.count == 1)
        CVBufferRemoveAllAttachments(buffer)
        #expect(CVBufferCopyAttachments(buffer, .shouldPropagate) == nil)
    }

    @Test("Propagation copies only attachments that should propagate, and they propagate further")
    func propagation() throws {
        let buffers = try (0..<3).map { _ in try makeBuffer(kCVPixelFormatType_32BGRA, 4, 4) }
        CVBufferSetAttachment(buffers[0], "stays", NSNumber(value: 1), .shouldNotPropagate)
        CVBufferSetAttachment(buffers[0], "goes", NSNumber(value: 2), .shouldPropagate)
        CVBufferSetAttachment(buffers[1], "own", NSNumber(value: 3), .shouldNotPropagate)
        CVBufferPropagateAttachments(buffers[0], buffers[1])
        CVBufferPropagateAttachments(buffers[1], buffers[2])
        CVBufferPropagateAttachments(buffers[0], buffers[0])
        #expect(CVBufferHasAttachment(buffers[1], "goes") && CVBufferHasAttachment(buffers[1], "own"))
        #expect(!CVBufferHasAttachment(buffers[1], "stays"))
        #expect(CVBufferHasAttachment(buffers[2], "goes") && !CVBufferHasAttachment(buffers[2], "own"))
    }

    @Test("Creation attributes can name the first attachments, which come back with each reuse")
    func initialAttachments() throws {
        let buffer = try makeBuffer(
            kCVPixelFormatType_32BGRA,
            4,
            4,
            [
                kCVBufferPropagatedAttachmentsKey: ["a": 1] as CFDictionary,
                kCVBufferNonPropagatedAttachmentsKey: ["b": 2] as CFDictionary,
            ]
        )
        CVBufferRemoveAttachment(buffer, "a")
        CVBufferSetAttachment(buffer, "c", NSNumber(value: 3), .shouldPropagate)
        buffer.resetForReuse()
        var mode = CVAttachmentMode.shouldNotPropagate
        #expect(CVBufferCopyAttachment(buffer, "a", &mode) as? NSNumber == 1)
        #expect(mode == .shouldPropagate)
        #expect(CVBufferHasAttachment(buffer, "b") && !CVBufferHasAttachment(buffer, "c"))
    }

    @Test("A mutable key is copied")
    func mutableKey() throws {
        let buffer = try makeBuffer(kCVPixelFormatType_32BGRA, 4, 4)
        let key = NSMutableString(string: "key")
        CVBufferSetAttachment(buffer, key, NSNumber(value: 1), .shouldPropagate)
        key.append("board")
        #expect(CVBufferHasAttachment(buffer, "key"))
    }

    @Test("Many threads attach, read, propagate and remove")
    func concurrency() throws {
        let (left, right) = try (makeBuffer(32, 4, 4), makeBuffer(32, 4, 4))
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<300 {
                let key = NSString(string: "key\(round % 5)")
                CVBufferSetAttachment(left, key, NSNumber(value: round), .shouldPropagate)
                _ = CVBufferCopyAttachment(right, key, nil)
                if thread.isMultiple(of: 2) {
                    CVBufferPropagateAttachments(left, right)
                } else {
                    CVBufferPropagateAttachments(right, left)
                }
                CVBufferRemoveAttachment(right, key)
            }
        }
        #expect(CVBufferHasAttachment(left, "key0"))
    }
}
