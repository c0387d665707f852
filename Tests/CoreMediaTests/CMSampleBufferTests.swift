import CoreMedia
import CoreVideo
import Testing

private func time(_ value: Int64, _ timescale: Int32 = 30) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

/// Three samples of 1, 2 and 3 bytes.
private func packets(timings: [CMSampleTimingInfo]? = nil) throws -> CMSampleBuffer {
    let data = try CMBlockBuffer(length: 6)
    try [1, 2, 2, 3, 3, 3].withUnsafeBufferPointer { numbers in
        try numbers.map { UInt8($0) }.withUnsafeBytes { try data.replaceDataBytes(with: $0) }
    }
    let single = CMSampleTimingInfo(duration: time(2), presentationTimeStamp: time(10), decodeTimeStamp: time(9))
    return try CMSampleBuffer(
        dataBuffer: data,
        formatDescription: nil,
        numSamples: 3,
        sampleTimings: timings ?? [single],
        sampleSizes: [1, 2, 3]
    )
}

@Suite("CMSampleBuffer")
struct CMSampleBufferTests {
    @Test("A frame tells its image, format and times")
    func frameBuffer() throws {
        let (sample, image) = try makeFrame()
        #expect(CMSampleBufferGetImageBuffer(sample) === image && sample.imageBuffer === image)
        #expect(sample.dataBuffer == nil)
        #expect(sample.formatDescription?.dimensions.width == 16)
        #expect(CMSampleBufferGetPresentationTimeStamp(sample) == time(5))
        #expect(sample.outputPresentationTimeStamp == time(5))
        #expect(sample.duration == time(1) && !sample.decodeTimeStamp.isValid)
        #expect(sample.numSamples == 1 && sample.isValid && sample.dataReadiness == .ready)
        #expect(sample.totalSampleSize == 0)
        #expect(throws: CMSampleBuffer.Error.bufferHasNoSampleSizes) { try sample.sampleSizes() }
        #expect(CFGetTypeID(sample) == CMSampleBufferGetTypeID())
    }

    @Test("A format that does not describe the image is refused")
    func wrongFormat() throws {
        let (sample, image) = try makeFrame()
        var timing = try sample.sampleTimingInfo(at: 0)
        var made: CMSampleBuffer?
        let wrong = try CMFormatDescription(videoCodecType: .pixelFormat_32BGRA, width: 17, height: 8)
        let status = CMSampleBufferCreateReadyWithImageBuffer(
            allocator: kCFAllocatorDefault,
            imageBuffer: image,
            formatDescription: wrong,
            sampleTiming: &timing,
            sampleBufferOut: &made
        )
        #expect(status == kCMSampleBufferError_InvalidMediaFormat && made == nil)
        let right = try #require(sample.formatDescription)
        #expect(
            CMSampleBufferCreateReadyWithImageBuffer(
                allocator: nil,
                imageBuffer: image,
                formatDescription: right,
                sampleTiming: &timing,
                sampleBufferOut: &made
            ) == noErr
        )
        #expect(made?.imageBuffer === image)
        #expect(throws: CMSampleBuffer.Error.invalidMediaFormat) {
            try CMSampleBuffer(imageBuffer: image, formatDescription: wrong, sampleTiming: timing)
        }
    }

    @Test("One timing entry stands for consecutive samples; sizes are per sample")
    func timingTables() throws {
        let sample = try packets()
        #expect(try sample.sampleTimingInfos().count == 1)
        let last = try sample.sampleTimingInfo(at: 2)
        #expect(last.presentationTimeStamp == time(14) && last.decodeTimeStamp == time(13))
        #expect(sample.duration == time(6) && sample.totalSampleSize == 6)
        #expect(try sample.sampleSizes() == [1, 2, 3] && sample.sampleSize(at: 1) == 2)
        #expect(throws: CMSampleBuffer.Error.sampleIndexOutOfRange) { try sample.sampleTimingInfo(at: 3) }
        var (entry, needed) = (0, 0)
        #expect(
            CMSampleBufferGetSampleSizeArray(sample, entryCount: 1, arrayToFill: &entry, entriesNeededOut: &needed)
                == kCMSampleBufferError_ArrayTooSmall && needed == 3
        )
        #expect(throws: CMSampleBuffer.Error.invalidEntryCount) {
            try CMSampleBuffer(
                dataBuffer: nil,
                formatDescription: nil,
                numSamples: 3,
                sampleTimings: [],
                sampleSizes: [1, 2]
            )
        }
    }

    @Test("Samples out of presentation order: earliest time, and duration from first to last")
    func reordered() throws {
        let timings = [3, 7, 5].map {
            CMSampleTimingInfo(duration: time(2), presentationTimeStamp: time($0), decodeTimeStamp: .invalid)
        }
        let sample = try packets(timings: timings)
        #expect(sample.presentationTimeStamp == time(3))
        #expect(sample.duration == time(6))
    }

    @Test("A copy shares the data and takes along attachments that propagate")
    func copies() throws {
        let (original, image) = try makeFrame()
        original.attachments["stays"] = .shouldNotPropagate(1)
        original.attachments["goes"] = .shouldPropagate("x")
        let array = CMSampleBufferGetSampleAttachmentsArray(original, createIfNecessary: true)
        let dictionary = array?[0] as? NSMutableDictionary
        dictionary?.setObject(kCFBooleanTrue!, forKey: kCMSampleAttachmentKey_DependsOnOthers)
        #expect((array as? [NSMutableDictionary])?.first === dictionary)
        original.sampleAttachments[0][.notSync] = true
        #expect(original.sampleAttachments[0][.dependsOnOthers] as? Bool == true)
        let copy = try CMSampleBuffer(copying: original)
        #expect(copy.imageBuffer === image && copy !== original)
        #expect(copy.attachments["goes"]?.value as? String == "x" && copy.attachments["stays"] == nil)
        #expect(copy.sampleAttachments[0][.notSync] as? Bool == true)
        var made: CMSampleBuffer?
        var timing = CMSampleTimingInfo(
            duration: time(2),
            presentationTimeStamp: time(50),
            decodeTimeStamp: .invalid
        )
        CMSampleBufferCreateCopyWithNewTiming(
            allocator: nil,
            sampleBuffer: original,
            sampleTimingEntryCount: 1,
            sampleTimingArray: &timing,
            sampleBufferOut: &made
        )
        #expect(made?.presentationTimeStamp == time(50) && made?.imageBuffer === image)
        #expect(original.presentationTimeStamp == time(5))
    }

    @Test("A range of samples shares its part of the data and keeps its times")
    func range() throws {
        let part = try CMSampleBuffer(copying: packets(), forRange: 1..<3)
        #expect(part.numSamples == 2 && part.presentationTimeStamp == time(12))
        #expect(try part.dataBuffer?.dataBytes() == Data([2, 2, 3, 3, 3]))
        let singles = Array(try packets().singleSampleBuffers())
        #expect(singles.map(\.totalSampleSize) == [1, 2, 3])
        #expect(singles.map(\.presentationTimeStamp) == [time(10), time(12), time(14)])
        #expect(throws: CMSampleBuffer.Error.sampleIndexOutOfRange) {
            try CMSampleBuffer(copying: packets(), forRange: 2..<4)
        }
    }

    @Test("Calling for each sample stops at the first error")
    func forEachSample() throws {
        var seen: [CMItemCount] = []
        let status = CMSampleBufferCallBlockForEachSample(try packets()) { _, index in
            seen.append(index)
            return index == 1 ? -5 : 0
        }
        #expect(status == -5 && seen == [0, 1])
    }

    @Test("Trimming and speed change the output times")
    func output() throws {
        let sample = try packets()
        CMSetAttachment(
            sample,
            key: kCMSampleBufferAttachmentKey_TrimDurationAtStart,
            value: CMTimeCopyAsDictionary(time(1), allocator: nil),
            attachmentMode: 0
        )
        CMSetAttachment(
            sample,
            key: kCMSampleBufferAttachmentKey_SpeedMultiplier,
            value: NSNumber(value: 2.0),
            attachmentMode: 0
        )
        #expect(sample.outputPresentationTimeStamp == time(11))
        #expect(sample.outputDuration == CMTime(value: 5, timescale: 60))
        try sample.setOutputPresentationTimeStamp(time(100))
        #expect(CMSampleBufferGetOutputPresentationTimeStamp(sample) == time(100))
        #expect(CMSampleBufferGetOutputDecodeTimeStamp(sample) == time(99))
        #expect(try sample.outputSampleTimingInfos()[0].duration == time(1))
        try sample.setOutputPresentationTimeStamp(.invalid)
        #expect(sample.outputPresentationTimeStamp == time(11))
    }

    @Test("Data becomes ready by the handler, and a buffer that follows becomes ready with it")
    func readiness() throws {
        let (ready, image) = try makeFrame()
        let format = try #require(ready.formatDescription)
        var calls = 0
        let late = try CMSampleBuffer(
            imageBuffer: image,
            dataReady: false,
            formatDescription: format,
            sampleTiming: ready.sampleTimingInfo(at: 0)
        ) { _ in calls += 1 }
        let copy = try CMSampleBuffer(copying: late)
        #expect(late.dataReadiness == .notReady && copy.dataReadiness == .notReady)
        try copy.makeDataReady()
        try late.makeDataReady()
        #expect(calls == 1 && late.dataReadiness == .ready && copy.dataReadiness == .ready)
        let failing = try CMSampleBuffer(
            imageBuffer: image,
            dataReady: false,
            formatDescription: format,
            sampleTiming: ready.sampleTimingInfo(at: 0)
        ) { _ in throw CMSampleBuffer.Error.dataCanceled }
        #expect(throws: CMSampleBuffer.Error.dataCanceled) { try failing.makeDataReady() }
        #expect(CMSampleBufferSetDataFailed(failing, status: -7) == noErr)
        var status: OSStatus = 0
        #expect(CMSampleBufferHasDataFailed(failing, statusOut: &status) && status == -7)
        #expect(failing.dataReadiness == .failed(-7))
    }

    @Test("Invalidating releases the image and calls the handler once")
    func invalidate() throws {
        let (sample, _) = try makeFrame()
        var calls = 0
        try sample.setInvalidateHandler { _ in calls += 1 }
        #expect(throws: CMSampleBuffer.Error.requiredParameterMissing) { try sample.setInvalidateHandler { _ in } }
        try sample.invalidate()
        #expect(calls == 1 && !sample.isValid && sample.imageBuffer == nil)
        #expect(throws: CMSampleBuffer.Error.invalidated) { try sample.invalidate() }
        #expect(throws: CMSampleBuffer.Error.invalidated) { try CMSampleBuffer(copying: sample) }
    }

    @Test("The image buffer is held by its sample buffers only, so that a pool can use it again")
    func imageIsReleased() throws {
        let made = try makeFrame()
        var image = made.1
        var sample: CMSampleBuffer? = made.0
        #expect(sample != nil && !isKnownUniquelyReferenced(&image))
        sample = nil
    }
}
