import CoreMedia
import CoreVideo
import Testing

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
