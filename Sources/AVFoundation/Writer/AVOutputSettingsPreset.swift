/// A ready-made choice of output settings.
public struct AVOutputSettingsPreset: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// H.264 at 640 x 480.
    public static let preset640x480 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset640x480")
    /// H.264 at 960 x 540.
    public static let preset960x540 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset960x540")
    /// H.264 at 1280 x 720.
    public static let preset1280x720 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset1280x720")
    /// H.264 at 1920 x 1080.
    public static let preset1920x1080 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset1920x1080")
    /// H.264 at 3840 x 2160.
    public static let preset3840x2160 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset3840x2160")
    /// HEVC at 1920 x 1080.
    public static let hevc1920x1080 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetHEVC1920x1080")
    /// HEVC with an alpha channel at 1920 x 1080; not available.
    public static let hevc1920x1080WithAlpha = AVOutputSettingsPreset(
        rawValue: "AVOutputSettingsPresetHEVC1920x1080WithAlpha"
    )
    /// HEVC at 3840 x 2160.
    public static let hevc3840x2160 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetHEVC3840x2160")
    /// HEVC with an alpha channel at 3840 x 2160; not available.
    public static let hevc3840x2160WithAlpha = AVOutputSettingsPreset(
        rawValue: "AVOutputSettingsPresetHEVC3840x2160WithAlpha"
    )
    /// HEVC at 4320 x 2160.
    public static let hevc4320x2160 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetHEVC4320x2160")
    /// HEVC at 7680 x 4320.
    public static let hevc7680x4320 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetHEVC7680x4320")
    /// Multi-view HEVC at 960 x 960; not available.
    public static let mvhevc960x960 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetMVHEVC960x960")
    /// Multi-view HEVC at 1440 x 1440; not available.
    public static let mvhevc1440x1440 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetMVHEVC1440x1440")
    /// Multi-view HEVC at 4320 x 4320; not available.
    public static let mvhevc4320x4320 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetMVHEVC4320x4320")
    /// Multi-view HEVC at 7680 x 7680; not available.
    public static let mvhevc7680x7680 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetMVHEVC7680x7680")
}
