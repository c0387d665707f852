import CoreVideo

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

    /// A picture's size. Any thread.
    package init(of picture: CVPixelBuffer) {
        self.init(width: CVPixelBufferGetWidth(picture), height: CVPixelBufferGetHeight(picture))
    }

    /// The size of the same shape, with no side longer than a longest one; even, as the chroma of most formats wants it. A picture that
    /// is small enough stays as large as it is.
    ///
    /// - Parameter longestSide: in pixels.
    public func reduced(toLongestSide longestSide: Int) -> PixelDimensions {
        let factor = min(1, Double(longestSide) / Double(max(1, width, height)))
        func side(_ length: Int) -> Int { max(2, Int((Double(length) * factor / 2).rounded()) * 2) }
        return PixelDimensions(width: side(width), height: side(height))
    }

    /// The size with width and height exchanged if asked.
    func exchanged(_ exchange: Bool) -> PixelDimensions {
        exchange ? PixelDimensions(width: height, height: width) : self
    }
}
