import CaptureDriver
import FoundationExtras

/// A kind of medium.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a value from Apple's string.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// Pictures.
    public static let video = AVMediaType(rawValue: "vide")
    /// Sound.
    public static let audio = AVMediaType(rawValue: "soun")
    /// Text.
    public static let text = AVMediaType(rawValue: "text")
    /// Closed captions.
    public static let closedCaption = AVMediaType(rawValue: "clcp")
    /// Subtitles.
    public static let subtitle = AVMediaType(rawValue: "sbtl")
    /// Time codes.
    public static let timecode = AVMediaType(rawValue: "tmcd")
    /// Metadata samples.
    public static let metadata = AVMediaType(rawValue: "meta")
    /// Several kinds multiplexed.
    public static let muxed = AVMediaType(rawValue: "muxx")
    /// Haptic patterns.
    public static let haptic = AVMediaType(rawValue: "hapt")
    /// Objects found in pictures, such as faces and codes.
    public static let metadataObject = AVMediaType(rawValue: "mobj")
    /// Depth maps.
    public static let depthData = AVMediaType(rawValue: "dpth")
    /// Pictures that belong to others.
    public static let auxiliaryPicture = AVMediaType(rawValue: "auxv")
}

extension CaptureDeviceDescription.Medium {
    /// The same kind as the public API calls it.
    var mediaType: AVMediaType {
        switch self {
        case .video: .video
        case .audio: .audio
        }
    }

    /// What the public API asks for, if any device can capture it.
    init?(_ mediaType: AVMediaType) {
        switch mediaType {
        case .video: self = .video
        case .audio: self = .audio
        default: return nil
        }
    }
}

/// A property of media that helps to choose among tracks.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a value from Apple's string.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// Can be seen.
    public static let visual = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")
    /// Can be heard.
    public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")
    /// Can be read.
    public static let legible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicLegible")
    /// Comes in frames.
    public static let frameBased = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicFrameBased")
    /// Has colours outside those of ordinary displays.
    public static let usesWideGamutColorSpace = AVMediaCharacteristic(
        rawValue: "AVMediaCharacteristicUsesWideGamutColorSpace"
    )
    /// Has high dynamic range.
    public static let containsHDRVideo = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicContainsHDRVideo")
    /// Has an alpha channel.
    public static let containsAlphaChannel = AVMediaCharacteristic(
        rawValue: "AVMediaCharacteristicContainsAlphaChannel"
    )
    /// Is main program content.
    public static let isMainProgramContent = AVMediaCharacteristic(rawValue: "public.main-program-content")
    /// Is auxiliary content.
    public static let isAuxiliaryContent = AVMediaCharacteristic(rawValue: "public.auxiliary-content")
    /// Is original content.
    public static let isOriginalContent = AVMediaCharacteristic(rawValue: "public.original-content")
    /// Contains only forced subtitles.
    public static let containsOnlyForcedSubtitles = AVMediaCharacteristic(rawValue: "public.subtitles.forced-only")
    /// Transcribes spoken dialog for accessibility.
    public static let transcribesSpokenDialogForAccessibility = AVMediaCharacteristic(
        rawValue: "public.accessibility.transcribes-spoken-dialog"
    )
    /// Describes music and sound for accessibility.
    public static let describesMusicAndSoundForAccessibility = AVMediaCharacteristic(
        rawValue: "public.accessibility.describes-music-and-sound"
    )
    /// Enhances speech intelligibility.
    public static let enhancesSpeechIntelligibility = AVMediaCharacteristic(
        rawValue: "public.accessibility.enhances-speech-intelligibility"
    )
    /// Easy to read.
    public static let easyToRead = AVMediaCharacteristic(rawValue: "public.easy-to-read")
    /// Describes video for accessibility.
    public static let describesVideoForAccessibility = AVMediaCharacteristic(
        rawValue: "public.accessibility.describes-video"
    )
    /// Language translation.
    public static let languageTranslation = AVMediaCharacteristic(rawValue: "public.translation")
    /// Dubbed translation.
    public static let dubbedTranslation = AVMediaCharacteristic(rawValue: "public.translation.dubbed")
    /// Voice over translation.
    public static let voiceOverTranslation = AVMediaCharacteristic(rawValue: "public.translation.voice-over")
    /// Tactile minimal.
    public static let tactileMinimal = AVMediaCharacteristic(rawValue: "public.haptics.minimal")
    /// Contains stereo multiview video.
    public static let containsStereoMultiviewVideo = AVMediaCharacteristic(
        rawValue: "AVMediaCharacteristicContainsStereoMultiviewVideo"
    )
    /// Carries video stereo metadata.
    public static let carriesVideoStereoMetadata = AVMediaCharacteristic(
        rawValue: "AVMediaCharacteristicCarriesVideoStereoMetadata"
    )
    /// Indicates horizontal field of view.
    public static let indicatesHorizontalFieldOfView = AVMediaCharacteristic(
        rawValue: "AVMediaCharacteristicIndicatesHorizontalFieldOfView"
    )
    /// Indicates non rectilinear projection.
    public static let indicatesNonRectilinearProjection = AVMediaCharacteristic(
        rawValue: "AVMediaCharacteristicIndicatesNonRectilinearProjection"
    )
    /// Machine generated.
    public static let machineGenerated = AVMediaCharacteristic(rawValue: "public.machine-generated")
}

/// A type of file, as a uniform type identifier.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a value from Apple's string.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// QuickTime movie.
    public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
    /// QuickTime movie with sound only.
    public static let quickTimeAudio = AVFileType(rawValue: "com.apple.quicktime-audio")
    /// MPEG-4.
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
    /// MPEG-4 video as Apple writes it.
    public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
    /// MPEG-4 audio as Apple writes it.
    public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")
    /// 3GPP.
    public static let mobile3GPP = AVFileType(rawValue: "public.3gpp")
    /// 3GPP2.
    public static let mobile3GPP2 = AVFileType(rawValue: "public.3gpp2")
    /// Core Audio file.
    public static let caf = AVFileType(rawValue: "com.apple.coreaudio-format")
    /// WAVE.
    public static let wav = AVFileType(rawValue: "com.microsoft.waveform-audio")
    /// AIFF.
    public static let aiff = AVFileType(rawValue: "public.aiff-audio")
    /// AIFF-C.
    public static let aifc = AVFileType(rawValue: "public.aifc-audio")
    /// AMR speech.
    public static let amr = AVFileType(rawValue: "org.3gpp.adaptive-multi-rate-audio")
    /// MPEG layer 3 audio.
    public static let mp3 = AVFileType(rawValue: "public.mp3")
    /// Sun audio.
    public static let au = AVFileType(rawValue: "public.au-audio")
    /// Dolby AC-3.
    public static let ac3 = AVFileType(rawValue: "public.ac3-audio")
    /// Dolby enhanced AC-3.
    public static let eac3 = AVFileType(rawValue: "public.enhanced-ac3-audio")
    /// JPEG picture.
    public static let jpg = AVFileType(rawValue: "public.jpeg")
    /// Digital negative.
    public static let dng = AVFileType(rawValue: "com.adobe.raw-image")
    /// HEVC still picture.
    public static let heic = AVFileType(rawValue: "public.heic")
    /// H.264 still picture.
    public static let avci = AVFileType(rawValue: "public.avci")
    /// High-efficiency picture of any codec.
    public static let heif = AVFileType(rawValue: "public.heif")
    /// TIFF picture.
    public static let tif = AVFileType(rawValue: "public.tiff")
    /// iTunes timed text.
    public static let appleiTT = AVFileType(rawValue: "com.apple.itunes-timed-text")
    /// Scenarist closed captions.
    public static let SCC = AVFileType(rawValue: "com.scenarist.closed-caption")
    /// Haptic pattern.
    public static let AHAP = AVFileType(rawValue: "com.apple.haptics.ahap")
    /// Medical picture.
    public static let DICOM = AVFileType(rawValue: "org.nema.dicom")
}

/// A profile of a file type.
public struct AVFileTypeProfile: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a value from Apple's string.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// Segments for Apple's HTTP live streaming.
    public static let mpeg4AppleHLS = AVFileTypeProfile(rawValue: "MPEG4AppleHLS")
    /// Segments that follow the common media application format.
    public static let mpeg4CMAFCompliant = AVFileTypeProfile(rawValue: "MPEG4CMAFCompliant")
}

// What Apple imports as structs around strings bridges to `NSString`.

extension AVAssetWriterInput.MediaDataLocation: _StringNewtype {}
extension AVCaptureDevice.AspectRatio: _StringNewtype {}
extension AVCaptureDevice.DeviceType: _StringNewtype {}
extension AVCaptureDevice.SystemPressureState.Level: _StringNewtype {}
extension AVCaptureReactionType: _StringNewtype {}
extension AVCaptureSceneMonitoringStatus: _StringNewtype {}
extension AVCaptureSession.Preset: _StringNewtype {}
extension AVFileType: _StringNewtype {}
extension AVFileTypeProfile: _StringNewtype {}
extension AVLayerVideoGravity: _StringNewtype {}
extension AVMediaCharacteristic: _StringNewtype {}
extension AVMediaType: _StringNewtype {}
extension AVMetadataExtraAttributeKey: _StringNewtype {}
extension AVMetadataIdentifier: _StringNewtype {}
extension AVMetadataKey: _StringNewtype {}
extension AVMetadataKeySpace: _StringNewtype {}
extension AVMetadataObject.ObjectType: _StringNewtype {}
extension AVOutputSettingsPreset: _StringNewtype {}
extension AVSemanticSegmentationMatte.MatteType: _StringNewtype {}
extension AVSpatialCaptureDiscomfortReason: _StringNewtype {}
extension AVVideoApertureMode: _StringNewtype {}
extension AVVideoCodecType: _StringNewtype {}
extension AVVideoRange: _StringNewtype {}
