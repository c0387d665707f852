/// What the user is going to capture.
public enum CaptureMode: Sendable, Hashable, CaseIterable {
    /// Photos. The microphone is left alone, so a call does not take the picture away.
    case photo
    /// Movies. The microphone is used already, so that a recording begins at once.
    case video
}
