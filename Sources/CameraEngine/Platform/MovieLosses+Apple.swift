#if !os(Linux)
    @preconcurrency import AVFoundation

    /// What a movie lacks.
    enum MovieLosses {
        /// Apple's output does not tell.
        static func droppedFrames(_ output: AVCaptureMovieFileOutput) -> Int? { nil }
    }
#endif
