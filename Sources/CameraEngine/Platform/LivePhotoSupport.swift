@preconcurrency import AVFoundation

/// Live Photos. A Mac takes none.
enum LivePhotoSupport {
    /// Lets an output take Live Photos, or not, where it can. Before a configuration is committed, or at once.
    static func enable(_ isWanted: Bool, _ output: AVCapturePhotoOutput) {
        #if !os(macOS)
            guard output.isLivePhotoCaptureSupported, output.isLivePhotoCaptureEnabled != isWanted else { return }
            output.isLivePhotoCaptureEnabled = isWanted
        #endif
    }

    /// Whether an output takes Live Photos.
    static func isEnabled(_ output: AVCapturePhotoOutput) -> Bool {
        #if os(macOS)
            false
        #else
            output.isLivePhotoCaptureEnabled
        #endif
    }

    /// Has a photo come with a movie. Only while the output takes Live Photos.
    static func ask(for movie: LivePhotoMovie, in settings: AVCapturePhotoSettings) {
        #if !os(macOS)
            settings.livePhotoMovieFileURL = movie.url
        #endif
    }
}
