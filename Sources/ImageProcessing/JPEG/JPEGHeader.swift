/// What the head of a JPEG image tells.
public struct JPEGHeader: Sendable, Equatable {
    /// The size of the stored picture, before its orientation is applied.
    public var dimensions: PixelDimensions
    /// How much chroma is stored; nil for arrangements with no name here, such as 4:4:0 and 4:1:1.
    public var subsampling: JPEGSubsampling?
    /// The EXIF orientation, 1...8; 1 without one.
    public var orientation: Int
    /// Whether the image brings its Huffman tables. Motion-JPEG frames of cameras may leave them out, meaning the
    /// standard's example tables; not every viewer knows that.
    public var hasHuffmanTables: Bool
}
