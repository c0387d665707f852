/// A video or picture codec.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
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

    /// HEVC (H.265).
    public static let hevc = AVVideoCodecType(rawValue: "hvc1")
    /// H.264.
    public static let h264 = AVVideoCodecType(rawValue: "avc1")
    /// JPEG.
    public static let jpeg = AVVideoCodecType(rawValue: "jpeg")
    /// JPEG XL.
    public static let JPEGXL = AVVideoCodecType(rawValue: "jxlc")
    /// ProRes 4444.
    public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
    /// ProRes 4444 XQ.
    public static let appleProRes4444XQ = AVVideoCodecType(rawValue: "ap4x")
    /// ProRes 422.
    public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
    /// ProRes 422 HQ.
    public static let proRes422HQ = AVVideoCodecType(rawValue: "apch")
    /// ProRes 422 LT.
    public static let proRes422LT = AVVideoCodecType(rawValue: "apcs")
    /// ProRes 422 Proxy.
    public static let proRes422Proxy = AVVideoCodecType(rawValue: "apco")
    /// ProRes RAW.
    public static let appleProResRAW = AVVideoCodecType(rawValue: "aprn")
    /// ProRes RAW HQ.
    public static let appleProResRAWHQ = AVVideoCodecType(rawValue: "aprh")
    /// HEVC with an alpha channel.
    public static let hevcWithAlpha = AVVideoCodecType(rawValue: "muxa")
}
