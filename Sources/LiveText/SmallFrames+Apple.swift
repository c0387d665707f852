#if canImport(Darwin)
    import CoreMedia
    import CoreVideo

    /// Vision makes pictures as small as it wants them by itself. Not thread-safe.
    final class SmallFrames {
        init(longestSide: Int) {}

        /// A frame's pixels; nil if it has none.
        func pixels(of sample: CMSampleBuffer) -> CVPixelBuffer? {
            CMSampleBufferGetImageBuffer(sample)
        }
    }
#endif
