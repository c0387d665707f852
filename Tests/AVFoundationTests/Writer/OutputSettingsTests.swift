import CaptureCore
import CoreMedia
import MediaEncoding
import Testing

@testable import AVFoundation

@Suite("Settings of asset writer inputs")
struct OutputSettingsTests {
    private let video: [String: Any] = [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 1280, AVVideoHeightKey: NSNumber(value: 720),
    ]
    private let audio: [String: Any] = [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100.0, AVNumberOfChannelsKey: 2,
    ]

    private func encoder(_ extra: [String: Any] = [:]) throws -> VideoEncoderSettings {
        try VideoOutputSettings.encoderSettings(video.merging(extra) { $1 })
    }

    private func sound(_ extra: [String: Any] = [:]) throws -> AudioEncoderSettings {
        try AudioOutputSettings.encoderSettings(audio.merging(extra) { $1 })
    }

    @Test(
        "S-196: codec, width and height must be there",
        arguments: [AVVideoCodecKey, AVVideoWidthKey, AVVideoHeightKey]
    )
    func needed(key: String) {
        var settings = video
        settings[key] = nil
        #expect(throws: WriterRefusal.self) { try VideoOutputSettings.encoderSettings(settings) }
    }

    @Test("S-196: numbers of any kind, codecs as strings, and everything that can be asked of an encoder")
    func everything() throws {
        let plain = try encoder([AVVideoCodecKey: "avc1", AVVideoWidthKey: CGFloat(640)])
        #expect(plain.codec == .h264 && plain.width == 640 && plain.height == 720)
        let full = try encoder([
            AVVideoScalingModeKey: AVVideoScalingModeResize,
            AVVideoColorPropertiesKey: [
                AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_709_2,
                AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_709_2,
                AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
            ],
            AVVideoCompressionPropertiesKey: [
                AVVideoAverageBitRateKey: 2_500_000, AVVideoMaxKeyFrameIntervalKey: 60,
                AVVideoMaxKeyFrameIntervalDurationKey: 2.0, AVVideoAllowFrameReorderingKey: true,
                AVVideoProfileLevelKey: AVVideoProfileLevelH264Main41,
                AVVideoH264EntropyModeKey: AVVideoH264EntropyModeCAVLC, AVVideoExpectedSourceFrameRateKey: 60,
                AVVideoAverageNonDroppableFrameRateKey: 30,
            ],
        ])
        #expect(full.bitRate == 2_500_000 && full.keyFrameInterval == 60 && full.keyFrameIntervalSeconds == 2)
        #expect(full.allowsFrameReordering && full.profile == .main && full.level == 41 && full.entropyMode == .cavlc)
        #expect(full.expectedFrameRate == 60 && full.color == .bt709)
    }

    @Test("Frames are not reordered unless asked for")
    func order() throws {
        #expect(try !encoder().allowsFrameReordering)
    }

    @Test(
        "What no encoder can follow is refused",
        arguments: [
            [AVVideoCodecKey: AVVideoCodecType.proRes422.rawValue], [AVVideoWidthKey: 641], [AVVideoHeightKey: 0],
            [AVVideoWidthKey: "wide"], ["Typo": 1], [AVVideoScalingModeKey: "Unheard of"],
            [AVVideoCompressionPropertiesKey: ["Typo": 1]],
            [AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: 0]],
            [AVVideoCompressionPropertiesKey: [AVVideoQualityKey: 0.5]],
            [AVVideoCompressionPropertiesKey: [AVVideoProfileLevelKey: "HEVC_Main_AutoLevel"]],
            [
                AVVideoCompressionPropertiesKey: [
                    AVVideoProfileLevelKey: AVVideoProfileLevelH264Baseline30,
                    AVVideoH264EntropyModeKey: AVVideoH264EntropyModeCABAC,
                ]
            ], [AVVideoColorPropertiesKey: [AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_709_2]],
            [
                AVVideoPixelAspectRatioKey: [
                    AVVideoPixelAspectRatioHorizontalSpacingKey: 4, AVVideoPixelAspectRatioVerticalSpacingKey: 3,
                ]
            ],
        ] as [[String: any Sendable]]
    )
    func refused(extra: [String: any Sendable]) {
        #expect(throws: WriterRefusal.self) { try encoder(extra) }
    }

    @Test("Apple's wording for a compression property that a codec does not know")
    func wording() {
        #expect(
            throws: WriterRefusal.argument("Compression property Typo is not supported for video codec type avc1")
        ) {
            try encoder([AVVideoCompressionPropertiesKey: ["Typo": 1]])
        }
    }

    @Test("JPEG and HEVC take a quality, HEVC its profile")
    func others() throws {
        let jpeg = try encoder([
            AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoCompressionPropertiesKey: [AVVideoQualityKey: 0.5],
        ])
        #expect(jpeg.codec == .jpeg && jpeg.quality == 0.5)
        let hevc = try encoder([
            AVVideoCodecKey: AVVideoCodecType.hevc,
            AVVideoCompressionPropertiesKey: [AVVideoProfileLevelKey: "HEVC_Main_AutoLevel"],
        ])
        #expect(hevc.codec == .hevc && hevc.profile == .main && hevc.level == nil)
    }

    @Test(
        "S-196: format, sample rate and channels must be there",
        arguments: [AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey]
    )
    func neededForAudio(key: String) {
        var settings = audio
        settings[key] = nil
        #expect(throws: WriterRefusal.self) { try AudioOutputSettings.encoderSettings(settings) }
    }

    @Test("Sound settings as clients write them")
    func audioSettings() throws {
        let plain = try sound([AVFormatIDKey: Int(kAudioFormatMPEG4AAC), AVEncoderBitRatePerChannelKey: 64_000])
        #expect(plain == AudioEncoderSettings(codec: .aac, sampleRate: 44_100, channels: 2, bitRate: 128_000))
        let quality = try sound([AVEncoderAudioQualityKey: AVAudioQuality.max.rawValue])
        #expect(quality.quality == 1 && quality.bitRate == nil)
        let linear = try sound([
            AVFormatIDKey: NSNumber(value: kAudioFormatLinearPCM), AVLinearPCMBitDepthKey: 16,
            AVLinearPCMIsFloatKey: false,
            AVLinearPCMIsBigEndianKey: false, AVLinearPCMIsNonInterleaved: false,
        ])
        #expect(linear.codec == .pcm(.init(bitsPerChannel: 16)))
    }

    @Test(
        "Sound settings that cannot be followed are refused",
        arguments: [
            [AVSampleRateKey: 44_000], [AVNumberOfChannelsKey: 0], [AVNumberOfChannelsKey: 6],
            [AVEncoderBitRateKey: 1], [AVEncoderBitRateKey: 128_000, AVEncoderBitRatePerChannelKey: 64_000],
            [AVFormatIDKey: Int(kAudioFormatAppleIMA4)], [AVFormatIDKey: Int(kAudioFormatLinearPCM)],
            [AVLinearPCMBitDepthKey: 16], ["Typo": 1], [AVFormatIDKey: Int(kAudioFormatOpus)],
        ] as [[String: any Sendable]]
    )
    func refusedAudio(extra: [String: any Sendable]) {
        #expect(throws: WriterRefusal.self) { try sound(extra) }
    }

    @Test("S-195: samples as they are need a format hint, except in QuickTime movies")
    func passThrough() throws {
        let plan = try TrackEncodingPlan(mediaType: .video, settings: nil, hint: nil)
        #expect(WriterFileKind(.mov)?.refusal(of: plan) == nil)
        let refusal = try #require(WriterFileKind(.mp4)?.refusal(of: plan))
        #expect(refusal.reason.contains("please provide a format hint"))
        let format = try CMFormatDescription(videoCodecType: .jpeg, width: 640, height: 480)
        let hinted = try TrackEncodingPlan(mediaType: .video, settings: nil, hint: format)
        #expect(WriterFileKind(.mov)?.refusal(of: hinted) == nil)
        #expect(throws: WriterRefusal.self) { try TrackEncodingPlan(mediaType: .audio, settings: nil, hint: format) }
    }

    @Test("Files hold what they can hold")
    func files() throws {
        #expect(WriterFileKind(.mov)?.mediaTypes == [.video, .audio, .metadata, .text, .subtitle])
        #expect(WriterFileKind(.m4a)?.mediaTypes == [.audio])
        #expect(WriterFileKind(.jpg) == nil)
        let linear = try TrackEncodingPlan(
            mediaType: .audio,
            settings: RecommendedSettings.audio(.pcm(.init()), sampleRate: 48_000, channels: 1),
            hint: nil
        )
        #expect(WriterFileKind(.mp4)?.refusal(of: linear) != nil)
        #expect(WriterFileKind(.mov)?.refusal(of: linear) == nil)
        #expect(WriterFileKind(.wav)?.refusal(of: linear) == nil)
    }

    @Test("Recommended settings are settings", arguments: [VideoCodec.h264, .hevc, .jpeg])
    func recommended(codec: VideoCodec) throws {
        let dictionary = RecommendedSettings.video(codec, width: 1920, height: 1080, frameRate: 29.97)
        let settings = try VideoOutputSettings.encoderSettings(dictionary)
        #expect(settings.codec == codec && settings.width == 1920 && settings.height == 1080)
        #expect(settings.expectedFrameRate == 30)
    }

    @Test("Recommended sound settings are settings", arguments: [AVFileType.mov, .mp4, .m4a, .caf, .wav])
    func recommendedAudio(fileType: AVFileType) throws {
        let dictionary = try #require(RecommendedSettings.audio(fileType, sampleRate: 16_000, channels: 4))
        let settings = try AudioOutputSettings.encoderSettings(dictionary)
        #expect(settings.sampleRate == 48_000 && settings.channels == 2)
    }

    @Test("Failures keep their cause and get Apple's codes")
    func errors() {
        let expected: [MediaEncodingError.Kind: AVError.Code] = [
            .encoderMissing: .encoderNotFound, .unsupportedSettings: .unsupportedOutputSettings,
            .encoderFailed: .encodeFailed, .fileExists: .fileAlreadyExists, .cannotCreate: .unknown,
            .diskFull: .diskFull,
            .writeFailed: .unknown, .invalidSample: .unknown, .unreadable: .invalidSourceMedia,
            .unknownFormat: .fileFormatNotRecognized, .decoderMissing: .decoderNotFound, .decoderFailed: .decodeFailed,
        ]
        for kind in MediaEncodingError.Kind.allCases {
            let cause = MediaEncodingError(kind: kind, operation: "writing", code: -28, advice: "Make room.")
            let error = WriterFailure.error(for: cause)
            #expect(error.code == expected[kind])
            #expect(error.userInfo[NSUnderlyingErrorKey] as? MediaEncodingError == cause)
            #expect(error.userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String == "Make room.")
        }
    }
}

@Suite("Metadata items")
struct MetadataItemTests {
    private func item(_ identifier: AVMetadataIdentifier, _ value: any NSCopying & NSObjectProtocol) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = identifier
        item.value = value
        return item
    }

    @Test("Identifier, key and key space belong together")
    func identifiers() {
        let item = AVMutableMetadataItem()
        item.keySpace = .quickTimeMetadata
        item.key = AVMetadataKey.quickTimeMetadataKeyTitle.rawValue as NSString
        #expect(item.identifier == .quickTimeMetadataTitle)
        #expect(item.commonKey == .commonKeyTitle)
        item.identifier = .commonIdentifierMake
        #expect(item.keySpace == .common)
        #expect(item.key as? NSString == "make")
        #expect(AVMetadataItem.identifier(forKey: "title", keySpace: .common) == .commonIdentifierTitle)
    }

    @Test("Values are what they can be")
    func values() {
        let text = item(.commonIdentifierTitle, "12" as NSString)
        #expect(text.stringValue == "12" && text.numberValue == 12 && text.dateValue == nil)
        let date = item(.commonIdentifierCreationDate, "2026-11-21T14:00:00Z" as NSString)
        #expect(date.dateValue == Date(timeIntervalSince1970: 1_795_269_600))
        #expect(item(.commonIdentifierArtwork, NSData(data: Data([1]))).dataValue == Data([1]))
    }

    @Test("Copies do not change with the original")
    func copies() throws {
        let original = AVMutableMetadataItem()
        original.value = "a" as NSString
        let copy = try #require(original.copy() as? AVMetadataItem)
        let changeable = try #require(original.mutableCopy() as? AVMutableMetadataItem)
        original.value = "b" as NSString
        #expect(copy.stringValue == "a" && changeable.stringValue == "a")
        #expect(
            AVMetadataItem.metadataItems(from: [original, copy], filteredByIdentifier: .commonIdentifierTitle).isEmpty
        )
    }

    @Test("Files get what they have a place for")
    func meaning() {
        let items = [
            item(.commonIdentifierTitle, "Walk" as NSString), item(.quickTimeMetadataMake, "Pinhole" as NSString),
            item(.quickTimeMetadataLocationISO6709, "+48.8577+002.2950/" as NSString),
            item(.quickTimeMetadataComment, "Rain" as NSString),
            item(AVMetadataIdentifier("mdta/org.example.take"), "7" as NSString),
            item(.quickTimeMetadataCreationDate, "2026-11-21T14:00:00Z" as NSString),
        ]
        let movie = MovieMetadata(items, container: .mov)
        #expect(movie.title == "Walk" && movie.make == "Pinhole" && movie.locationISO6709 == "+48.8577+002.2950/")
        #expect(movie.others == ["com.apple.quicktime.comment": "Rain", "org.example.take": "7"])
        #expect(movie.creationDate == Date(timeIntervalSince1970: 1_795_269_600))
        #expect(MovieMetadata(items, container: .mp4).others == ["comment": "Rain"])
    }
}
