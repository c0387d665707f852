import CoreVideo

/// A buffer with tags that say what it is among others of the same time, such as the picture of one eye.
///
/// Its tags are sendable; its buffer is so as far as its class is.
public struct CMTaggedBuffer {
    /// What is tagged.
    public enum Buffer {
        /// A picture.
        case pixelBuffer(CVPixelBuffer)
        /// Samples with their times.
        case sampleBuffer(CMSampleBuffer)
    }

    /// What the buffer is.
    public let tags: [CMTag]
    /// The buffer.
    public let buffer: Buffer

    /// Tags a buffer.
    public init(tags: [CMTag], buffer: Buffer) {
        self.tags = tags
        self.buffer = buffer
    }

    /// Tags a picture.
    public init(tags: [CMTag], pixelBuffer: CVPixelBuffer) {
        self.init(tags: tags, buffer: .pixelBuffer(pixelBuffer))
    }

    /// Tags samples.
    public init(tags: [CMTag], sampleBuffer: CMSampleBuffer) {
        self.init(tags: tags, buffer: .sampleBuffer(sampleBuffer))
    }
}

extension CMTaggedBuffer: CustomStringConvertible {
    /// Tags and buffer, for logs. UNKNOWN: Apple documents no form.
    public var description: String { "\(tags) \(buffer)" }
}
