/// Whether the lens is dirty.
public enum AVCaptureCameraLensSmudgeDetectionStatus: Int, Sendable, CaseIterable {
    /// Detection is off.
    case disabled = 0
    /// It is clean.
    case smudgeNotDetected = 1
    /// It is dirty.
    case smudged = 2
    /// Not known yet.
    case unknown = 3
}
