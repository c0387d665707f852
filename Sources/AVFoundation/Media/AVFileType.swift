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
