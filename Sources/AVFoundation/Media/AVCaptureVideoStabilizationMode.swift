/// How video is stabilised.
public enum AVCaptureVideoStabilizationMode: Int, Sendable, CaseIterable {
    /// Not at all.
    case off = 0
    /// With little delay.
    case standard = 1
    /// With more delay and a smaller field of view.
    case cinematic = 2
    /// With still more delay.
    case cinematicExtended = 3
    /// For previews, without delay.
    case previewOptimized = 4
    /// The strongest, with the smallest field of view.
    case cinematicExtendedEnhanced = 5
    /// With the least delay.
    case lowLatency = 6
    /// The system chooses.
    case auto = -1
}
