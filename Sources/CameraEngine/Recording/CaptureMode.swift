/// What the user is going to capture.
public enum CaptureMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Photos. The microphone is left alone, so a call does not take the picture away.
    case photo
    /// Movies. The microphone is used already, so that a recording begins at once.
    case video
    /// Scans: photos of pages and book spines for text recognition (R-PHOTO-3, R-SCAN-9). The microphone is left alone, and the
    /// leading camera runs in the format whose photos come closest to ``CameraModel/scanSize``, as with
    /// ``EngineConfiguration/Format/photos(_:)``; no photo is larger than that. The usual format is back with the next mode.
    case scan
}
