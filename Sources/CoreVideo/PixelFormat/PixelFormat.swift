import FoundationExtras

/// What is known of a pixel format: how its planes are cut into blocks, and what the numbers mean.
package struct PixelFormat: Sendable {
    /// How the numbers use their bits.
    package enum Range: Sendable {
        /// Black and white leave room below and above (luma 16 to 235 of eight bits).
        case video
        /// The whole range is used.
        case full
        /// Values beyond black and white are allowed.
        case wide
    }

    /// The kind of samples that the format holds.
    package enum Content: Sendable {
        case rgb, yCbCr, grayscale, sensor, other
    }

    /// One plane: a grid of blocks, each of which holds `blockWidth` × `blockHeight` of the plane's pixels.
    package struct Plane: Sendable {
        /// Width of a block in the plane's own pixels.
        package var blockWidth = 1
        /// Height of a block in the plane's own pixels.
        package var blockHeight = 1
        /// Size of a block.
        package var bitsPerBlock: Int
        /// A row of the plane holds a multiple of this number of blocks.
        package var blockHorizontalAlignment = 1
        /// The image's width divided by the plane's.
        package var horizontalSubsampling = 1
        /// The image's height divided by the plane's.
        package var verticalSubsampling = 1
    }

    /// The four-character code.
    package var type: OSType
    /// One plane for packed formats, several for planar ones.
    package var planes: [Plane]
    /// Whether the format is called planar: a single plane may be, in a registered format.
    package var isPlanar: Bool
    /// Bits of one component, 0 when components differ.
    package var bitsPerComponent: Int
    /// The kind of samples.
    package var content: Content
    /// Whether there is an alpha component.
    package var hasAlpha: Bool
    /// How the numbers use their bits.
    package var range: Range

    /// Creates a description; a format of several planes is planar.
    init(
        _ type: OSType,
        planes: [Plane],
        bits: Int,
        _ content: Content,
        _ range: Range,
        alpha: Bool = false
    ) {
        self.type = type
        self.planes = planes
        isPlanar = planes.count > 1
        bitsPerComponent = bits
        self.content = content
        hasAlpha = alpha
        self.range = range
    }
}

extension PixelFormat {
    /// A format of one plane whose blocks are single pixels.
    static func packed(
        _ type: OSType,
        bitsPerPixel: Int,
        bits: Int,
        _ content: Content,
        _ range: Range = .full,
        alpha: Bool = false
    ) -> PixelFormat {
        PixelFormat(type, planes: [Plane(bitsPerBlock: bitsPerPixel)], bits: bits, content, range, alpha: alpha)
    }

    /// A Y'CbCr format of one plane whose blocks are several pixels wide.
    static func blocks(
        _ type: OSType,
        width: Int,
        bits: Int,
        component: Int,
        _ range: Range,
        alignment: Int = 1
    ) -> PixelFormat {
        let plane = Plane(blockWidth: width, bitsPerBlock: bits, blockHorizontalAlignment: alignment)
        return PixelFormat(type, planes: [plane], bits: component, .yCbCr, range)
    }

    /// A luma plane and a plane of interleaved chroma, and perhaps a plane of alpha as deep as the others.
    static func biPlanar(
        _ type: OSType,
        wordBits: Int,
        bits: Int,
        _ horizontal: Int,
        _ vertical: Int,
        _ range: Range,
        alpha: Bool = false
    ) -> PixelFormat {
        let luma = Plane(bitsPerBlock: wordBits)
        let chroma = Plane(
            bitsPerBlock: 2 * wordBits,
            horizontalSubsampling: horizontal,
            verticalSubsampling: vertical
        )
        let planes = alpha ? [luma, chroma, luma] : [luma, chroma]
        return PixelFormat(type, planes: planes, bits: bits, .yCbCr, range, alpha: alpha)
    }

    /// Eight-bit planes Y, Cb and Cr, chroma halved in both directions.
    static func triPlanar420(_ type: OSType, _ range: Range) -> PixelFormat {
        let chroma = Plane(bitsPerBlock: 8, horizontalSubsampling: 2, verticalSubsampling: 2)
        return PixelFormat(type, planes: [Plane(bitsPerBlock: 8), chroma, chroma], bits: 8, .yCbCr, range)
    }
}
