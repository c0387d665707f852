/// The colour space of captured pictures.
public enum AVCaptureColorSpace: Int, Sendable, CaseIterable {
    /// sRGB, with BT.709's transfer function for video.
    case sRGB = 0
    /// DCI P3 with a D65 white.
    case P3_D65 = 1
    /// BT.2020 with hybrid log-gamma.
    case HLG_BT2020 = 2
    /// Apple Log.
    case appleLog = 3
    /// Apple Log 2.
    case appleLog2 = 4
}
