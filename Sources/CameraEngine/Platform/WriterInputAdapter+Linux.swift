#if os(Linux)
    import AVFoundation

    /// The way into a track of a movie that is written while it happens: what comes while there is no room is refused.
    struct WriterInputAdapter {
        private let input: AVAssetWriterInput

        /// - Parameter input: expects media in real time, and is not part of a writer yet.
        init(_ input: AVAssetWriterInput) {
            self.input = input
        }

        /// Appends a frame.
        ///
        /// - Returns: whether it goes into the file; not when encoder or disk do not keep up.
        func append(_ pixelBuffer: CVPixelBuffer, at time: CMTime, duration: CMTime) -> Bool {
            input.appendOrDrop(WriterItem(.pixels(pixelBuffer), presentationTime: time, duration: duration))
        }

        /// Appends audio.
        func append(_ samples: CMSampleBuffer) -> Bool { input.appendOrDrop(WriterItem(samples)) }

        /// Has whoever moves the time in a test wait for what a writer does.
        static func join(_ writer: AVAssetWriter, _ unsettled: DispatchGroup?) {
            unsettled.map(writer.setUnsettledWork)
        }

        /// Bytes of the movie so far.
        static func bytesWritten(_ writer: AVAssetWriter) -> Int64 { writer.bytesWritten }

        /// How many seconds of the movie are in the file after writing it failed; `nil` while all of it is, or nobody knows.
        static func keptSeconds(_ writer: AVAssetWriter) -> Double? { writer.keptDuration.map(CMTimeGetSeconds) }

        /// Whether a file is there that plays, although writing it failed.
        static func leftPlayableFile(_ writer: AVAssetWriter) -> Bool { writer.leftPlayableFile }
    }
#endif
