/// Where the planes of a picture lie in a kernel buffer.
struct ImageLayout: Sendable, Hashable {
    /// One plane.
    struct Plane: Sendable, Hashable {
        /// Bytes from the beginning of the buffer.
        var offset: Int
        /// Pixels (or chroma pairs) in a row.
        var width: Int
        /// Rows.
        var height: Int
        /// Bytes from row to row.
        var bytesPerRow: Int

        /// Bytes to the end of the plane.
        var end: Int { offset + bytesPerRow * height }
    }

    /// A driver's description of a picture that makes no sense.
    enum InvalidInput: Error, Sendable, Equatable {
        /// No pixels, or more than any camera has.
        case dimensions
        /// Rows that are too short for their pixels.
        case bytesPerRow
        /// Buffers that are too short for the picture.
        case size
    }

    /// The largest width or height that is believed.
    static let largestDimension = 32_768

    /// The planes in the order of Core Video; one for packed pixels.
    var planes: [Plane]
    /// Whether Core Video counts the planes (a packed buffer has none).
    var isPlanar: Bool
    /// Bytes that a whole picture has.
    var byteCount: Int

    /// Lays out an uncompressed picture.
    ///
    /// - Parameters:
    ///   - arrangement: how the pixels lie.
    ///   - width: pixels in a row.
    ///   - height: rows.
    ///   - bytesPerRow: the first plane's row distance as the driver says it; 0 (some drivers leave it out) means no padding.
    ///   - sizeImage: the size of a buffer as the driver says it.
    init(
        arrangement: PixelEncoding.Arrangement,
        width: Int,
        height: Int,
        bytesPerRow: Int,
        sizeImage: Int
    ) throws(InvalidInput) {
        guard (1...Self.largestDimension).contains(width), (1...Self.largestDimension).contains(height) else {
            throw .dimensions
        }
        let unpadded = Self.unpaddedRow(arrangement, width: width)
        let row = bytesPerRow == 0 ? unpadded : bytesPerRow
        guard row >= unpadded, row <= unpadded + Self.largestDimension else { throw .bytesPerRow }
        planes = Self.planes(arrangement, width: width, height: height, row: row)
        if case .packed = arrangement { isPlanar = false } else { isPlanar = true }
        byteCount = planes.last?.end ?? 0
        guard sizeImage >= byteCount else { throw .size }
    }

    private static func unpaddedRow(_ arrangement: PixelEncoding.Arrangement, width: Int) -> Int {
        switch arrangement {
        // 4:2:2 shares a chroma pair between two pixels: an odd width is rounded up.
        case .packed(bytesPerPixel: 2): (width + 1) / 2 * 4
        case .packed(let bytesPerPixel): width * bytesPerPixel
        case .biplanar420(let bytesPerSample): (width + 1) / 2 * 2 * bytesPerSample
        case .planar420: (width + 1) / 2 * 2
        case .jpeg: 0
        }
    }

    private static func planes(
        _ arrangement: PixelEncoding.Arrangement,
        width: Int,
        height: Int,
        row: Int
    ) -> [Plane] {
        let luma = Plane(offset: 0, width: width, height: height, bytesPerRow: row)
        let chromaWidth = (width + 1) / 2
        let chromaHeight = (height + 1) / 2
        switch arrangement {
        case .packed:
            return [luma]
        case .biplanar420:
            return [luma, Plane(offset: luma.end, width: chromaWidth, height: chromaHeight, bytesPerRow: row)]
        case .planar420:
            // The kernel defines the chroma planes' row distance as half of the luma plane's.
            let blue = Plane(offset: luma.end, width: chromaWidth, height: chromaHeight, bytesPerRow: row / 2)
            let red = Plane(offset: blue.end, width: chromaWidth, height: chromaHeight, bytesPerRow: row / 2)
            return [luma, blue, red]
        case .jpeg:
            return []
        }
    }
}
