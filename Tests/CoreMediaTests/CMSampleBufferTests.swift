import CoreMedia
import CoreVideo
import Testing

private func time(_ value: Int64, _ timescale: Int32 = 30) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

private func frame(_ pts: Int64 = 5) throws -> (CMSampleBuffer, CVPixelBuffer) {
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(kCFAllocatorDefault, 16, 8, kCVPixelFormatType_32BGRA, nil, &buffer)
    let image = try #require(buffer)
    let format = try CMFormatDescription(imageBuffer: image)
    let timing = CMSampleTimingInfo(duration: time(1), presentationTimeStamp: time(pts), decodeTimeStamp: .invalid)
    return (CMSampleBuffer(imageBuffer: image, formatDescription: format, timing: timing), image)
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
        let (sample, image) = try frame()
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
        let (sample, image) = try frame()
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
        let (original, image) = try frame()
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
        let (ready, image) = try frame()
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
        let (sample, _) = try frame()
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
        let made = try frame()
        var image = made.1
        var sample: CMSampleBuffer? = made.0
        #expect(sample != nil && !isKnownUniquelyReferenced(&image))
        sample = nil
    }
}

@Suite("CMAttachment")
struct CMAttachmentTests {
    @Test("S-205: attachments keep value and mode until they are removed")
    func setAndGet() throws {
        let (sample, _) = try frame()
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
        let (sample, _) = try frame()
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
        let (sample, image) = try frame()
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

@Suite("Audio sample buffers")
struct AudioSampleBufferTests {
    private func format(interleaved: Bool) throws -> CMFormatDescription {
        let flags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
        let bytes: UInt32 = interleaved ? 4 : 2
        return try CMFormatDescription(
            audioStreamBasicDescription: AudioStreamBasicDescription(
                mSampleRate: 48_000,
                mFormatID: kAudioFormatLinearPCM,
                mFormatFlags: interleaved ? flags : flags | kAudioFormatFlagIsNonInterleaved,
                mBytesPerPacket: bytes,
                mFramesPerPacket: 1,
                mBytesPerFrame: bytes,
                mChannelsPerFrame: 2,
                mBitsPerChannel: 16,
                mReserved: 0
            )
        )
    }

    private func empty(_ format: CMFormatDescription, frames: Int) throws -> CMSampleBuffer {
        var made: CMSampleBuffer?
        let status = CMAudioSampleBufferCreateWithPacketDescriptions(
            allocator: nil,
            dataBuffer: nil,
            dataReady: false,
            makeDataReadyCallback: nil,
            refcon: nil,
            formatDescription: format,
            sampleCount: frames,
            presentationTimeStamp: CMTime(value: 9, timescale: 10),
            packetDescriptions: nil,
            sampleBufferOut: &made
        )
        #expect(status == noErr)
        return try #require(made)
    }

    @Test("An audio buffer list goes into a sample buffer and out again", arguments: [true, false])
    func bufferLists(interleaved: Bool) throws {
        let sample = try empty(format(interleaved: interleaved), frames: 3)
        #expect(sample.duration == CMTime(value: 3, timescale: 48_000))
        let count = interleaved ? 1 : 2
        let list = AudioBufferList.allocate(maximumBuffers: count)
        defer { free(list.unsafeMutablePointer) }
        var samples: [Int16] = [1, -1, 2, -2, 3, -3]
        try samples.withUnsafeMutableBytes { bytes in
            let base = try #require(bytes.baseAddress)
            for index in 0..<count {
                list[index] = AudioBuffer(
                    mNumberChannels: interleaved ? 2 : 1,
                    mDataByteSize: UInt32(12 / count),
                    mData: base + index * (12 / count)
                )
            }
            try sample.setDataBuffer(fromAudioBufferList: list.unsafePointer)
        }
        #expect(sample.dataReadiness == .ready)
        try sample.withAudioBufferList { found, block in
            #expect(found.count == count && block.dataLength == 12)
            #expect(found[count - 1].mNumberChannels == (interleaved ? 2 : 1))
            #expect(found[0].mData?.load(as: Int16.self) == 1)
            if !interleaved { #expect(found[1].mData?.load(as: Int16.self) == -2) }
        }
        var out = [Int16](repeating: 0, count: 4)
        try out.withUnsafeMutableBytes { bytes in
            let base = try #require(bytes.baseAddress)
            for index in 0..<count {
                list[index] = AudioBuffer(
                    mNumberChannels: 1,
                    mDataByteSize: UInt32(8 / count),
                    mData: base + index * (8 / count)
                )
            }
            try sample.copyPCMData(fromRange: 1..<3, into: list.unsafeMutablePointer)
        }
        #expect(out == (interleaved ? [2, -2, 3, -3] : [-1, 2, 3, -3]))
    }

    @Test("Packet descriptions give sizes and times")
    func packetDescriptions() throws {
        let aac = try CMFormatDescription(
            audioStreamBasicDescription: AudioStreamBasicDescription(
                mSampleRate: 44_100,
                mFormatID: kAudioFormatMPEG4AAC,
                mFormatFlags: 2,
                mBytesPerPacket: 0,
                mFramesPerPacket: 1024,
                mBytesPerFrame: 0,
                mChannelsPerFrame: 2,
                mBitsPerChannel: 0,
                mReserved: 0
            )
        )
        let data = try CMBlockBuffer(length: 10, flags: .assureMemoryNow)
        let descriptions = [(0, 4), (4, 6)].map {
            AudioStreamPacketDescription(mStartOffset: $0.0, mVariableFramesInPacket: 0, mDataByteSize: $0.1)
        }
        let sample = try CMSampleBuffer(
            dataBuffer: data,
            formatDescription: aac,
            numSamples: 2,
            presentationTimeStamp: .zero,
            packetDescriptions: descriptions
        )
        #expect(try sample.sampleSizes() == [4, 6])
        #expect(sample.duration == CMTime(value: 2048, timescale: 44_100))
        #expect(try sample.audioStreamPacketDescriptions() == descriptions)
        let second = try CMSampleBuffer(copying: sample, forRange: 1..<2)
        #expect(try second.audioStreamPacketDescriptions().first?.mStartOffset == 0)
        #expect(second.dataBuffer?.dataLength == 6)
    }
}
