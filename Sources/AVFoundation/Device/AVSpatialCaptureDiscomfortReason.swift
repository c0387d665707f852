/// Why spatial video would be unpleasant to watch.
public struct AVSpatialCaptureDiscomfortReason: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It is too dark.
    public static let notEnoughLight = AVSpatialCaptureDiscomfortReason(
        rawValue: "AVSpatialCaptureDiscomfortReasonNotEnoughLight"
    )
    /// The subject is too near.
    public static let subjectTooClose = AVSpatialCaptureDiscomfortReason(
        rawValue: "AVSpatialCaptureDiscomfortReasonSubjectTooClose"
    )
}
