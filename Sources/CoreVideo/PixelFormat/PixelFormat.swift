import FoundationExtras
import Synchronization

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

extension PixelFormat {
    /// Every format that Core Video names and whose layout in memory is public.
    ///
    /// Left out are the formats that only Apple's hardware can read (`Lossless_`, `Lossy_`) and those whose layout
    /// is not documented (`w40a`, `w40m`, `btp2`).
    static let known: [PixelFormat] = indexed + rgb + packedYCbCr + planarYCbCr + components + sensor + depth

    private static let indexed: [PixelFormat] = [
        .packed(kCVPixelFormatType_1Monochrome, bitsPerPixel: 1, bits: 1, .grayscale),
        .packed(kCVPixelFormatType_2Indexed, bitsPerPixel: 2, bits: 2, .other),
        .packed(kCVPixelFormatType_4Indexed, bitsPerPixel: 4, bits: 4, .other),
        .packed(kCVPixelFormatType_8Indexed, bitsPerPixel: 8, bits: 8, .other),
        .packed(kCVPixelFormatType_1IndexedGray_WhiteIsZero, bitsPerPixel: 1, bits: 1, .grayscale),
        .packed(kCVPixelFormatType_2IndexedGray_WhiteIsZero, bitsPerPixel: 2, bits: 2, .grayscale),
        .packed(kCVPixelFormatType_4IndexedGray_WhiteIsZero, bitsPerPixel: 4, bits: 4, .grayscale),
        .packed(kCVPixelFormatType_8IndexedGray_WhiteIsZero, bitsPerPixel: 8, bits: 8, .grayscale),
    ]

    private static let rgb: [PixelFormat] = [
        .packed(kCVPixelFormatType_16BE555, bitsPerPixel: 16, bits: 5, .rgb),
        .packed(kCVPixelFormatType_16LE555, bitsPerPixel: 16, bits: 5, .rgb),
        .packed(kCVPixelFormatType_16LE5551, bitsPerPixel: 16, bits: 0, .rgb, alpha: true),
        .packed(kCVPixelFormatType_16BE565, bitsPerPixel: 16, bits: 0, .rgb),
        .packed(kCVPixelFormatType_16LE565, bitsPerPixel: 16, bits: 0, .rgb),
        .packed(kCVPixelFormatType_24RGB, bitsPerPixel: 24, bits: 8, .rgb),
        .packed(kCVPixelFormatType_24BGR, bitsPerPixel: 24, bits: 8, .rgb),
        .packed(kCVPixelFormatType_32ARGB, bitsPerPixel: 32, bits: 8, .rgb, alpha: true),
        .packed(kCVPixelFormatType_32BGRA, bitsPerPixel: 32, bits: 8, .rgb, alpha: true),
        .packed(kCVPixelFormatType_32ABGR, bitsPerPixel: 32, bits: 8, .rgb, alpha: true),
        .packed(kCVPixelFormatType_32RGBA, bitsPerPixel: 32, bits: 8, .rgb, alpha: true),
        .packed(kCVPixelFormatType_64ARGB, bitsPerPixel: 64, bits: 16, .rgb, alpha: true),
        .packed(kCVPixelFormatType_64RGBALE, bitsPerPixel: 64, bits: 16, .rgb, alpha: true),
        .packed(kCVPixelFormatType_48RGB, bitsPerPixel: 48, bits: 16, .rgb),
        .packed(kCVPixelFormatType_32AlphaGray, bitsPerPixel: 32, bits: 16, .grayscale, alpha: true),
        .packed(kCVPixelFormatType_16Gray, bitsPerPixel: 16, bits: 16, .grayscale),
        .packed(kCVPixelFormatType_30RGB, bitsPerPixel: 32, bits: 10, .rgb),
        .packed(kCVPixelFormatType_30RGB_r210, bitsPerPixel: 32, bits: 10, .rgb, .video),
        .packed(kCVPixelFormatType_30RGBLEPackedWideGamut, bitsPerPixel: 32, bits: 10, .rgb, .wide),
        .packed(kCVPixelFormatType_ARGB2101010LEPacked, bitsPerPixel: 32, bits: 0, .rgb, alpha: true),
        .packed(kCVPixelFormatType_64RGBAHalf, bitsPerPixel: 64, bits: 16, .rgb, .wide, alpha: true),
        .packed(kCVPixelFormatType_128RGBAFloat, bitsPerPixel: 128, bits: 32, .rgb, .wide, alpha: true),
        PixelFormat(
            kCVPixelFormatType_30RGBLE_8A_BiPlanar,
            planes: [Plane(bitsPerBlock: 32), Plane(bitsPerBlock: 8)],
            bits: 0,
            .rgb,
            .wide,
            alpha: true
        ),
    ]

    private static let packedYCbCr: [PixelFormat] = [
        .blocks(kCVPixelFormatType_422YpCbCr8, width: 2, bits: 32, component: 8, .video),
        .blocks(kCVPixelFormatType_422YpCbCr8_yuvs, width: 2, bits: 32, component: 8, .video),
        .blocks(kCVPixelFormatType_422YpCbCr8FullRange, width: 2, bits: 32, component: 8, .full),
        .blocks(kCVPixelFormatType_422YpCbCr16, width: 2, bits: 64, component: 16, .video),
        // v210 rows are whole groups of 48 pixels, 128 bytes.
        .blocks(kCVPixelFormatType_422YpCbCr10, width: 6, bits: 128, component: 10, .video, alignment: 8),
        .packed(kCVPixelFormatType_444YpCbCr10, bitsPerPixel: 32, bits: 10, .yCbCr, .video),
        .packed(kCVPixelFormatType_444YpCbCr8, bitsPerPixel: 24, bits: 8, .yCbCr, .video),
        .packed(kCVPixelFormatType_4444YpCbCrA8, bitsPerPixel: 32, bits: 8, .yCbCr, .video, alpha: true),
        .packed(kCVPixelFormatType_4444YpCbCrA8R, bitsPerPixel: 32, bits: 8, .yCbCr, .full, alpha: true),
        .packed(kCVPixelFormatType_4444AYpCbCr8, bitsPerPixel: 32, bits: 8, .yCbCr, .full, alpha: true),
        .packed(kCVPixelFormatType_4444AYpCbCr16, bitsPerPixel: 64, bits: 16, .yCbCr, .video, alpha: true),
        .packed(kCVPixelFormatType_4444AYpCbCrFloat, bitsPerPixel: 128, bits: 32, .yCbCr, .full, alpha: true),
    ]

    private static let planarYCbCr: [PixelFormat] = [
        .triPlanar420(kCVPixelFormatType_420YpCbCr8Planar, .video),
        .triPlanar420(kCVPixelFormatType_420YpCbCr8PlanarFullRange, .full),
        PixelFormat(
            kCVPixelFormatType_422YpCbCr_4A_8BiPlanar,
            planes: [Plane(blockWidth: 2, bitsPerBlock: 32), Plane(bitsPerBlock: 8)],
            bits: 8,
            .yCbCr,
            .video,
            alpha: true
        ),
        .biPlanar(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, wordBits: 8, bits: 8, 2, 2, .video),
        .biPlanar(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, wordBits: 8, bits: 8, 2, 2, .full),
        .biPlanar(kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, wordBits: 8, bits: 8, 2, 1, .video),
        .biPlanar(kCVPixelFormatType_422YpCbCr8BiPlanarFullRange, wordBits: 8, bits: 8, 2, 1, .full),
        .biPlanar(kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, wordBits: 8, bits: 8, 1, 1, .video),
        .biPlanar(kCVPixelFormatType_444YpCbCr8BiPlanarFullRange, wordBits: 8, bits: 8, 1, 1, .full),
        .biPlanar(
            kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar,
            wordBits: 8,
            bits: 8,
            2,
            2,
            .video,
            alpha: true
        ),
        .biPlanar(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, wordBits: 16, bits: 10, 2, 2, .video),
        .biPlanar(kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, wordBits: 16, bits: 10, 2, 1, .video),
        .biPlanar(kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, wordBits: 16, bits: 10, 1, 1, .video),
        .biPlanar(kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, wordBits: 16, bits: 10, 2, 2, .full),
        .biPlanar(kCVPixelFormatType_422YpCbCr10BiPlanarFullRange, wordBits: 16, bits: 10, 2, 1, .full),
        .biPlanar(kCVPixelFormatType_444YpCbCr10BiPlanarFullRange, wordBits: 16, bits: 10, 1, 1, .full),
        .biPlanar(kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange, wordBits: 16, bits: 16, 2, 1, .video),
        .biPlanar(kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange, wordBits: 16, bits: 16, 1, 1, .video),
        .biPlanar(
            kCVPixelFormatType_444YpCbCr16VideoRange_16A_TriPlanar,
            wordBits: 16,
            bits: 16,
            1,
            1,
            .video,
            alpha: true
        ),
    ]

    private static let components: [PixelFormat] = [
        .packed(kCVPixelFormatType_OneComponent8, bitsPerPixel: 8, bits: 8, .grayscale),
        .packed(kCVPixelFormatType_TwoComponent8, bitsPerPixel: 16, bits: 8, .other),
        .packed(kCVPixelFormatType_OneComponent10, bitsPerPixel: 16, bits: 10, .grayscale),
        .packed(kCVPixelFormatType_OneComponent12, bitsPerPixel: 16, bits: 12, .grayscale),
        .packed(kCVPixelFormatType_OneComponent16, bitsPerPixel: 16, bits: 16, .grayscale),
        .packed(kCVPixelFormatType_TwoComponent16, bitsPerPixel: 32, bits: 16, .other),
        .packed(kCVPixelFormatType_OneComponent16Half, bitsPerPixel: 16, bits: 16, .grayscale, .wide),
        .packed(kCVPixelFormatType_OneComponent32Float, bitsPerPixel: 32, bits: 32, .grayscale, .wide),
        .packed(kCVPixelFormatType_TwoComponent16Half, bitsPerPixel: 32, bits: 16, .other, .wide),
        .packed(kCVPixelFormatType_TwoComponent32Float, bitsPerPixel: 64, bits: 32, .other, .wide),
    ]

    private static let sensor: [PixelFormat] = [
        .packed(kCVPixelFormatType_14Bayer_GRBG, bitsPerPixel: 16, bits: 14, .sensor),
        .packed(kCVPixelFormatType_14Bayer_RGGB, bitsPerPixel: 16, bits: 14, .sensor),
        .packed(kCVPixelFormatType_14Bayer_BGGR, bitsPerPixel: 16, bits: 14, .sensor),
        .packed(kCVPixelFormatType_14Bayer_GBRG, bitsPerPixel: 16, bits: 14, .sensor),
        .packed(kCVPixelFormatType_16VersatileBayer, bitsPerPixel: 16, bits: 16, .sensor),
        .packed(kCVPixelFormatType_64RGBA_DownscaledProResRAW, bitsPerPixel: 64, bits: 16, .rgb, alpha: true),
    ]

    private static let depth: [PixelFormat] = [
        .packed(kCVPixelFormatType_DisparityFloat16, bitsPerPixel: 16, bits: 16, .other, .wide),
        .packed(kCVPixelFormatType_DisparityFloat32, bitsPerPixel: 32, bits: 32, .other, .wide),
        .packed(kCVPixelFormatType_DepthFloat16, bitsPerPixel: 16, bits: 16, .other, .wide),
        .packed(kCVPixelFormatType_DepthFloat32, bitsPerPixel: 32, bits: 32, .other, .wide),
    ]
}

/// The pixel formats that buffers can be made of: the known ones and those that the client registered.
package enum PixelFormatRegistry {
    private static let formats = Mutex(
        Dictionary(uniqueKeysWithValues: PixelFormat.known.map { ($0.type, $0) })
    )

    /// The format with a four-character code, or nil when buffers of it cannot be made.
    package static func format(_ type: OSType) -> PixelFormat? {
        formats.withLock { $0[type] }
    }

    /// Adds a format, or replaces the one with its code.
    static func register(_ format: PixelFormat) {
        formats.withLock { $0[format.type] = format }
    }

    /// The four-character codes of all formats, in ascending order.
    static var types: [OSType] {
        formats.withLock { $0.keys.sorted() }
    }
}
