/// What `CVPixelBufferPoolFlush` frees.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Sendable {
    /// The flags' bits.
    public let rawValue: CVOptionFlags

    /// Creates flags from bits.
    public init(rawValue: CVOptionFlags) {
        self.rawValue = rawValue
    }

    /// All unused buffers, whatever their age.
    public static var excessBuffers: CVPixelBufferPoolFlushFlags { CVPixelBufferPoolFlushFlags(rawValue: 1) }
}
