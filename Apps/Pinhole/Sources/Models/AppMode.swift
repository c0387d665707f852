import CameraEngine

/// What the user is going to capture: the entries of the mode picker, in its order.
enum AppMode: String, CaseIterable, Identifiable, Sendable {
    case photo
    case video
    /// Both cameras at once, as a movie.
    case dual
    case scan

    var id: Self { self }

    /// What the engine is set to.
    var captureMode: CaptureMode {
        switch self {
        case .photo: .photo
        case .video, .dual: .video
        case .scan: .scan
        }
    }

    /// How many cameras are asked for.
    var cameraCount: Int { self == .dual ? 2 : 1 }

    /// Whether the large button records.
    var recordsMovies: Bool { captureMode == .video }
}
