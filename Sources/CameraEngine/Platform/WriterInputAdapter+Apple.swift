#if !os(Linux)
    @preconcurrency import AVFoundation

    /// The way into a track of a movie that is written while it happens: what comes while there is no room is refused.
    struct WriterInputAdapter {
        private let input: AVAssetWriterInput
        private let adaptor: AVAssetWriterInputPixelBufferAdaptor?

        /// - Parameter input: expects media in real time, and is not part of a writer yet.
        init(_ input: AVAssetWriterInput) {
            self.input = input
            adaptor = input.mediaType == .video ? AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input) : nil
        }

        /// Appends a frame.
        ///
        /// - Returns: whether it goes into the file; not when encoder or disk do not keep up.
        func append(_ pixelBuffer: CVPixelBuffer, at time: CMTime, duration: CMTime) -> Bool {
            guard input.isReadyForMoreMediaData, let adaptor else { return false }
            return adaptor.append(pixelBuffer, withPresentationTime: time)
        }

        /// Appends audio.
        func append(_ samples: CMSampleBuffer) -> Bool { input.isReadyForMoreMediaData && input.append(samples) }

        /// Time cannot be moved here.
        static func join(_ writer: AVAssetWriter, _ unsettled: DispatchGroup?) {}

        /// Bytes of the movie so far.
        static func bytesWritten(_ writer: AVAssetWriter) -> Int64 {
            let attributes = try? FileManager.default.attributesOfItem(atPath: writer.outputURL.path)
            return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
        }

        /// How many seconds of the movie are in the file after writing it failed; `nil` while all of it is, or nobody knows.
        static func keptSeconds(_ writer: AVAssetWriter) -> Double? { nil }

        /// Whether a file is there that plays, although writing it failed: it consists of fragments, so what is there plays.
        static func leftPlayableFile(_ writer: AVAssetWriter) -> Bool { bytesWritten(writer) > 0 }
    }
#endif
