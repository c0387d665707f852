/// What is wrong with a scene for cinematic video.
public struct AVCaptureSceneMonitoringStatus: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It is too dark.
    public static let notEnoughLight = AVCaptureSceneMonitoringStatus(
        rawValue: "AVCaptureSceneMonitoringStatusNotEnoughLight"
    )
}
