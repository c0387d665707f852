import CoreMedia

/// A picture's size in pixels.
///
/// Core Media's `CMVideoDimensions` is not comparable on Apple's platforms, where client code adds that itself; hence a
/// type of our own wherever sizes are compared or hashed.
public struct CaptureDimensions: Sendable, Hashable, CustomStringConvertible {
    /// Pixels in a row.
    public var width: Int32
    /// Rows.
    public var height: Int32

    /// Makes a size.
    public init(width: Int32, height: Int32) {
        self.width = width
        self.height = height
    }

    /// Takes over Core Media's size.
    public init(_ dimensions: CMVideoDimensions) {
        self.init(width: dimensions.width, height: dimensions.height)
    }

    /// The same size as Core Media's type.
    public var videoDimensions: CMVideoDimensions {
        CMVideoDimensions(width: width, height: height)
    }

    /// The number of pixels.
    public var area: Int { Int(width) * Int(height) }

    /// `1920x1080`.
    public var description: String { "\(width)x\(height)" }
}
