import FoundationExtras

/// What an image file is written with: `kCGImageDestinationLossyCompressionQuality` as one of these. Depth, mattes and gain maps cannot be
/// written.
public struct CIImageRepresentationOption: RawRepresentable, Hashable, Sendable, _StringNewtype {
    /// The option's name.
    public let rawValue: String

    /// Makes an option of its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
