/// What went wrong so that only the user can help.
public enum CameraError: String, Sendable, Hashable, Codable, CaseIterable {
    /// The camera system failed, and starting again did not help. The way out is "Restart Camera".
    case cameraSystemError
}

/// What a user sees of the camera. Exactly one of these holds at any time.
public enum CameraStatus: Sendable, Hashable, Codable {
    /// Nobody wants the camera.
    case off
    /// The app is in the background; the camera comes back with it.
    case inBackground
    /// The user is being asked for permission.
    case askingForPermission
    /// The user refused; the settings are the way out.
    case denied
    /// The user may not decide.
    case restricted
    /// No camera is connected.
    case noCamera
    /// The camera starts. Only a start that takes noticeable time says so.
    case starting(showsProgress: Bool)
    /// Frames come.
    case live
    /// The system has taken the camera for a while, or heat does not let it run; it comes back by itself. `nil` until the reason
    /// is told.
    case interrupted(CameraInterruption?)
    /// The camera failed and is being brought back, for the so-manieth time.
    case recovering(attempt: Int)
    /// The user has to act; all controls but the way out are disabled.
    case failed(CameraError)
}
