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
