import AVFoundation
import Foundation
import Testing

@Suite("Audio formats, buffers and times")
struct AudioBufferTests {
    @Test("The standard format is 32-bit floating point, each channel by itself")
    func standard() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        #expect(format.isStandard && !format.isInterleaved && format.commonFormat == .pcmFormatFloat32)
        #expect(format.sampleRate == 48_000 && format.channelCount == 2)
        #expect(format.streamDescription.pointee.mBytesPerFrame == 4)
        #expect(
            format
                == AVAudioFormat(commonFormat: .pcmFormatFloat32, sampleRate: 48_000, channels: 2, interleaved: false)
        )
        #expect(format != AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
        #expect(format.description.hasSuffix("2 ch, 48000 Hz, Float32, deinterleaved>"))
    }

    @Test("Formats that are none are refused: no channels, no rate, several channels without a layout")
    func refused() throws {
        #expect(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 0) == nil)
        #expect(AVAudioFormat(standardFormatWithSampleRate: 0, channels: 1) == nil)
        #expect(AVAudioFormat(standardFormatWithSampleRate: .nan, channels: 1) == nil)
        #expect(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 6) == nil)
        #expect(AVAudioFormat(commonFormat: .otherFormat, sampleRate: 48_000, channels: 1, interleaved: true) == nil)
        #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_UseChannelDescriptions) == nil)
        let stereo = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo))
        let format = AVAudioFormat(standardFormatWithSampleRate: 8_000, channelLayout: stereo)
        #expect(format.channelCount == 2 && format.channelLayout == stereo)
    }

    @Test("Settings say what a format is, and make it again")
    func settings() throws {
        for common in [AVAudioCommonFormat.pcmFormatInt16, .pcmFormatInt32, .pcmFormatFloat32, .pcmFormatFloat64] {
            for isInterleaved in [false, true] {
                let made = AVAudioFormat(
                    commonFormat: common,
                    sampleRate: 44_100,
                    channels: 2,
                    interleaved: isInterleaved
                )
                let format = try #require(made)
                #expect(format.commonFormat == common && format.isInterleaved == isInterleaved)
                #expect(AVAudioFormat(settings: format.settings) == format)
                #expect(AVAudioFormat(cmAudioFormatDescription: format.formatDescription) == format)
            }
        }
        #expect(AVAudioFormat(settings: [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100]) == nil)
        #expect(AVAudioFormat(settings: [:]) == nil)
    }

    @Test("A buffer has room for its frames, channel by channel or in turns, and says how many are valid")
    func buffers() throws {
        let planar = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: planar, frameCapacity: 3))
        #expect(buffer.frameCapacity == 3 && buffer.frameLength == 0 && buffer.stride == 1)
        buffer.frameLength = 2
        let samples = try #require(buffer.floatChannelData)
        #expect(samples[0][0] == 0 && buffer.int16ChannelData == nil)
        samples[1][1] = 0.5
        let list = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
        #expect(list.count == 2 && list.map(\.mDataByteSize) == [8, 8])
        #expect(list[1].mData?.load(fromByteOffset: 4, as: Float.self) == 0.5)

        let turns = AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 8_000, channels: 2, interleaved: true)
        let interleaved = try #require(turns)
        let mixed = try #require(AVAudioPCMBuffer(pcmFormat: interleaved, frameCapacity: 2))
        mixed.frameLength = 2
        let numbers = try #require(mixed.int16ChannelData)
        (numbers[0][0], numbers[1][0]) = (1, 2)
        (numbers[0][mixed.stride], numbers[1][mixed.stride]) = (3, 4)
        let bytes = try #require(mixed.audioBufferList.pointee.mBuffers.mData)
        #expect((0..<4).map { bytes.load(fromByteOffset: 2 * $0, as: Int16.self) } == [1, 2, 3, 4])
    }

    @Test("More frames than there is room for stop the program")
    func tooMany() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 1))
            buffer.frameLength = 2
        }
    }

    @Test("Memory that somebody else has is used as it is, and given back")
    func lentMemory() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        var samples: [Float] = [1, 2, 3]
        var isFreed = false
        samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList()
            list.mNumberBuffers = 1
            list.mBuffers = AudioBuffer(mNumberChannels: 1, mDataByteSize: 12, mData: bytes.baseAddress)
            var buffer = AVAudioPCMBuffer(pcmFormat: format, bufferListNoCopy: &list) { _ in isFreed = true }
            #expect(buffer?.frameLength == 3 && buffer?.floatChannelData?[0][2] == 3)
            buffer = nil
            list.mNumberBuffers = 0
            #expect(AVAudioPCMBuffer(pcmFormat: format, bufferListNoCopy: &list) == nil)
        }
        #expect(isFreed)
    }

    @Test("A time known one way is known the other way by one that is known both ways")
    func times() throws {
        let second = AVAudioTime.hostTime(forSeconds: 1)
        #expect(AVAudioTime.seconds(forHostTime: second) == 1)
        let anchor = AVAudioTime(hostTime: 10 * second, sampleTime: 1_000, atRate: 48_000)
        let host = try #require(AVAudioTime(hostTime: 11 * second).extrapolateTime(fromAnchor: anchor))
        #expect(host.isSampleTimeValid && host.sampleTime == 49_000 && host.sampleRate == 48_000)
        let earlier = try #require(AVAudioTime(hostTime: 9 * second).extrapolateTime(fromAnchor: anchor))
        #expect(earlier.sampleTime == -47_000)
        let frame = AVAudioTime(sampleTime: 25_000, atRate: 48_000)
        #expect(!frame.isHostTimeValid)
        #expect(frame.extrapolateTime(fromAnchor: anchor)?.hostTime == 10 * second + second / 2)
        #expect(frame.extrapolateTime(fromAnchor: AVAudioTime(hostTime: 0)) == nil)
        #expect(AVAudioTime(sampleTime: .min, atRate: 1).extrapolateTime(fromAnchor: anchor) == nil)
        #expect(AVAudioTime.hostTime(forSeconds: -1) == 0)
    }
}
