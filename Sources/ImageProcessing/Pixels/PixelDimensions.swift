/// An image's size in pixels.
public struct PixelDimensions: Hashable, Sendable {
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// - Parameters:
    ///   - width: columns.
    ///   - height: rows.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size with width and height exchanged if asked.
    func exchanged(_ exchange: Bool) -> PixelDimensions {
        exchange ? PixelDimensions(width: height, height: width) : self
    }
}
