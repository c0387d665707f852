import SceneDrawing

/// A finished picture: blue, green, red, alpha in memory, opaque.
public final class BookshelfImage {
    private let canvas: Canvas

    init(_ canvas: Canvas) {
        self.canvas = canvas
    }

    /// Pixels in a row.
    public var width: Int { canvas.width }
    /// Rows.
    public var height: Int { canvas.height }

    /// Gives the pixels to `body`; the pointer is valid only there.
    ///
    /// - Parameter body: takes the first byte, and the bytes from one row to the next.
    public func withPixels<Result>(_ body: (_ base: UnsafePointer<UInt8>, _ stride: Int) throws -> Result) rethrows
        -> Result
    {
        try canvas.withPixels { base, stride in try body(base, stride) }
    }

    /// Writes the picture as PNG.
    ///
    /// - Throws: `BookshelfError.drawing` when the file cannot be written.
    public func writePNG(to path: String) throws(BookshelfError) {
        if let failure = canvas.writePNG(to: path) { throw .drawing(reason: "\(path): \(failure)") }
    }
}
