#if os(Linux)
    import AVFoundation

    /// What a movie lacks.
    enum MovieLosses {
        /// Frames that did not get into what an output records, or has recorded last.
        static func droppedFrames(_ output: AVCaptureMovieFileOutput) -> Int? { output.recordingLosses.total }
    }
#endif
