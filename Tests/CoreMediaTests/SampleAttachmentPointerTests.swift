import CoreMedia
import Testing

@Suite("Sample attachments by Core Foundation's pointers")
struct SampleAttachmentPointerTests {
    @Test("What is set in the dictionary at a pointer is an attachment of the sample")
    func set() throws {
        let sample = try CMSampleBuffer(
            dataBuffer: nil,
            formatDescription: nil,
            numSamples: 1,
            sampleTimings: [],
            sampleSizes: []
        )
        let attachments = try #require(CMSampleBufferGetSampleAttachmentsArray(sample, createIfNecessary: true))
        #expect(CFArrayGetCount(attachments) == 1)
        let dictionary = unsafeBitCast(CFArrayGetValueAtIndex(attachments, 0), to: CFMutableDictionary.self)
        CFDictionarySetValue(
            dictionary,
            Unmanaged.passUnretained(kCMSampleAttachmentKey_DisplayImmediately).toOpaque(),
            Unmanaged.passUnretained(kCFBooleanTrue).toOpaque()
        )
        #expect(sample.sampleAttachments.first?[.displayImmediately] as? Bool == true)
    }
}
