import CoreMedia

/// What may still be spent on a foreign file until it shows a picture.
///
/// A file can hide all of its pictures, and each can cost a decoder as much as a large one, whatever its bytes: a few megabytes would
/// keep a processor busy for hours.
public struct DecodingEffort: Sendable {
    private var samples: Int
    private var pixels: Int64

    /// - Parameters:
    ///   - samples: how many samples may be decoded.
    ///   - pixels: how many pixels they may have together.
    public init(samples: Int, pixels: Int64) {
        self.samples = samples
        self.pixels = pixels
    }

    /// Counts one more sample.
    ///
    /// - Parameter size: the size of the decoder's pictures as far as it is known; nothing before the first one.
    /// - Returns: whether it may be decoded.
    public mutating func allows(_ size: CMVideoDimensions) -> Bool {
        samples -= 1
        pixels -= Int64(max(0, size.width)) * Int64(max(0, size.height))
        return samples >= 0 && pixels >= 0
    }
}
