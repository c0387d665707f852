import CaptureDriver
import CaptureSystemTesting
import CoreMedia
import MediaEncoding
import SimulatedDriver
import Testing

@testable import AVFoundation

@Suite("What data outputs recommend to asset writers", .ownCaptureSystem)
struct RecommendedSettingsTests {
    @Test("S-137: settings for the codecs on offer, sized and timed as the camera delivers")
    func video() async throws {
        let fixture = Fixture()
        let output = AVCaptureVideoDataOutput()
        #expect(output.recommendedVideoSettingsForAssetWriter(writingTo: .mov) == nil)
        fixture.session.sessionPreset = .hd1280x720
        try fixture.addInput()
        fixture.session.addOutput(output)
        let codecs = output.availableVideoCodecTypesForAssetWriter(writingTo: .mov)
        #expect(codecs.first == .h264)
        #expect(codecs.contains(.jpeg))
        #expect(!output.availableVideoCodecTypesForAssetWriter(writingTo: .mp4).contains(.jpeg))
        #expect(output.availableVideoCodecTypesForAssetWriter(writingTo: .m4a).isEmpty)
        for codec in codecs {
            let settings = try #require(
                output.recommendedVideoSettings(forVideoCodecType: codec, assetWriterOutputFileType: .mov)
            )
            let encoder = try VideoOutputSettings.encoderSettings(settings)
            let delivered = output.videoSettings
            #expect(encoder.width == delivered?[kCVPixelBufferWidthKey as String] as? Int)
            #expect(encoder.height == delivered?[kCVPixelBufferHeightKey as String] as? Int)
            #expect(encoder.expectedFrameRate == 30)
        }
        let first = try #require(output.recommendedVideoSettingsForAssetWriter(writingTo: .mp4))
        #expect(first[AVVideoCodecKey] as? String == AVVideoCodecType.h264.rawValue)
        let items = output.recommendedMovieMetadata(forVideoCodecType: .h264, assetWriterOutputFileType: .mov)
        #expect(items?.contains { $0.identifier == .quickTimeMetadataModel && $0.stringValue != nil } == true)
    }

    @Test("S-137: a codec that is not on offer stops the program")
    func refused() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let fixture = Fixture()
            try fixture.addInput()
            let output = AVCaptureVideoDataOutput()
            fixture.session.addOutput(output)
            _ = output.recommendedVideoSettings(forVideoCodecType: .proRes422, assetWriterOutputFileType: .mov)
        }
    }

    @Test("Settings for the microphone's sound")
    func sound() async throws {
        let fixture = AudioFixture()
        try fixture.addMicrophone()
        let output = AVCaptureAudioDataOutput()
        fixture.session.addOutput(output)
        let settings = try #require(output.recommendedAudioSettingsForAssetWriter(writingTo: .mov))
        #expect(try AudioOutputSettings.encoderSettings(settings).codec == .aac)
        #expect(output.recommendedAudioSettingsForAssetWriter(writingTo: .jpg) == nil)
    }

    @Test("The assistant follows preset and source, and never enlarges")
    func assistant() throws {
        #expect(AVOutputSettingsAssistant.availableOutputSettingsPresets().contains(.preset1280x720))
        #expect(AVOutputSettingsAssistant(preset: .mvhevc960x960) == nil)
        let assistant = try #require(AVOutputSettingsAssistant(preset: .preset1280x720))
        #expect(assistant.outputFileType == .mov)
        var settings = try VideoOutputSettings.encoderSettings(try #require(assistant.videoSettings))
        #expect((settings.width, settings.height) == (1280, 720))
        assistant.sourceVideoFormat = try CMFormatDescription(
            videoCodecType: .init(rawValue: 0x3432_3076),
            width: 960,
            height: 720
        )
        assistant.sourceVideoAverageFrameDuration = CMTime(value: 1, timescale: 24)
        settings = try VideoOutputSettings.encoderSettings(try #require(assistant.videoSettings))
        #expect((settings.width, settings.height) == (960, 720))
        #expect(settings.expectedFrameRate == 24)
        #expect(try AudioOutputSettings.encoderSettings(try #require(assistant.audioSettings)).sampleRate == 44_100)
    }
}
