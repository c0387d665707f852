import CaptureDriver
import CoreMedia
import Foundation
import Testing

@testable import AVFoundation

@Suite("How movies are recorded")
struct MovieSettingsTests {
    private let codecs: [AVVideoCodecType] = [.h264, .jpeg]

    @Test("S-182: keys that are not supported are refused")
    func unknownKeys() {
        #expect(throws: MovieTrackSettings.Refusal.self) {
            try MovieTrackSettings([AVVideoWidthKey: 640], for: .video, codecs: codecs)
        }
        #expect(throws: MovieTrackSettings.Refusal.self) {
            try MovieTrackSettings([AVVideoCodecKey: AVVideoCodecType.h264], for: .audio, codecs: codecs)
        }
    }

    @Test("S-182: codecs that are not on offer, and properties without a codec, are refused")
    func codecRules() throws {
        #expect(throws: MovieTrackSettings.Refusal.self) {
            try MovieTrackSettings([AVVideoCodecKey: AVVideoCodecType.hevc], for: .video, codecs: codecs)
        }
        #expect(throws: MovieTrackSettings.Refusal.self) {
            try MovieTrackSettings([AVVideoCodecKey: 7], for: .video, codecs: codecs)
        }
        #expect(throws: MovieTrackSettings.Refusal.self) {
            try MovieTrackSettings([AVVideoCompressionPropertiesKey: [String: Any]()], for: .video, codecs: codecs)
        }
        for codec: Any in [AVVideoCodecType.jpeg, "jpeg"] {
            let settings = try MovieTrackSettings([AVVideoCodecKey: codec], for: .video, codecs: codecs)
            #expect(MovieTrackSettings.codec(settings.values[AVVideoCodecKey]) == .jpeg)
        }
    }

    private let size = CaptureDimensions(width: 1280, height: 720)

    @Test("S-182: what the client leaves open is filled in, and what it says is kept")
    func filledIn() throws {
        let plain = MovieTrackSettings.video(nil, for: size, rate: 30, codec: .h264)
        #expect(plain[AVVideoCodecKey] as? AVVideoCodecType == .h264)
        #expect((plain[AVVideoWidthKey] as? NSNumber)?.intValue == 1280)
        let compression = try #require(plain[AVVideoCompressionPropertiesKey] as? [String: Any])
        #expect((compression[AVVideoAverageBitRateKey] as? NSNumber)?.intValue ?? 0 > 1_000_000)
        #expect((compression[AVVideoExpectedSourceFrameRateKey] as? NSNumber)?.intValue == 30)

        let wanted = try MovieTrackSettings(
            [
                AVVideoCodecKey: AVVideoCodecType.h264,
                AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: 123_456],
            ],
            for: .video,
            codecs: codecs
        )
        let chosen = MovieTrackSettings.video(wanted, for: size, rate: 30, codec: .jpeg)
        let properties = try #require(chosen[AVVideoCompressionPropertiesKey] as? [String: Any])
        #expect(properties[AVVideoAverageBitRateKey] as? Int == 123_456)
        #expect(properties[AVVideoProfileLevelKey] as? String == AVVideoProfileLevelH264HighAutoLevel)
    }

    @Test("Sound is AAC unless something else is asked for", arguments: [8_000.0, 16_000, 44_100, 48_000, 96_000])
    func sound(rate: Double) throws {
        let format = CaptureAudioFormat(sampleRate: rate, channels: 4, sampleFormat: .int16)
        let plain = MovieTrackSettings.audio(nil, for: format)
        #expect((plain[AVFormatIDKey] as? NSNumber)?.uint32Value == kAudioFormatMPEG4AAC)
        #expect(
            (plain[AVSampleRateKey] as? NSNumber)?.doubleValue == ([16_000, 44_100].contains(rate) ? rate : 48_000)
        )
        #expect((plain[AVNumberOfChannelsKey] as? NSNumber)?.intValue == 2)
        let wanted = try MovieTrackSettings(
            [AVFormatIDKey: NSNumber(value: kAudioFormatLinearPCM), AVNumberOfChannelsKey: NSNumber(value: 1)],
            for: .audio,
            codecs: codecs
        )
        let chosen = MovieTrackSettings.audio(wanted, for: format)
        #expect((chosen[AVSampleRateKey] as? NSNumber)?.doubleValue == rate)
        #expect((chosen[AVLinearPCMBitDepthKey] as? NSNumber)?.intValue == 16)
        #expect((chosen[AVNumberOfChannelsKey] as? NSNumber)?.intValue == 1)
        #expect(chosen[AVEncoderBitRateKey] == nil)
    }
}
