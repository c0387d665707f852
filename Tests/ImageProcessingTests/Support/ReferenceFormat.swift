import CoreVideo
import ImageProcessing
import Testing

/// A pixel format as the tests know it: where each sample of a pixel lies, written down apart from the code under test.
struct ReferenceFormat: CustomTestStringConvertible, Sendable {
    enum Kind {
        /// Byte offsets of red, green, blue, and of alpha if any, in a pixel of so many bytes.
        case rgb(r: Int, g: Int, b: Int, a: Int?, size: Int)
        /// Interleaved chroma; ten bits are 16-bit words.
        case biplanar(tenBit: Bool)
        case planar
        /// Offsets of the first luma, Cb and Cr in four bytes for two pixels.
        case packed(y: Int, cb: Int, cr: Int)
        case gray
    }

    var type: OSType
    var kind: Kind
    var isFull: Bool
    var testDescription: String

    private init(_ type: OSType, _ kind: Kind, isFull: Bool = true, _ name: String) {
        self.type = type
        self.kind = kind
        self.isFull = isFull
        testDescription = name
    }

    static let nv12Video = ReferenceFormat(
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        .biplanar(tenBit: false),
        isFull: false,
        "420v"
    )
    static let nv12Full = ReferenceFormat(
        kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        .biplanar(tenBit: false),
        "420f"
    )
    static let i420Video = ReferenceFormat(kCVPixelFormatType_420YpCbCr8Planar, .planar, isFull: false, "y420")
    static let i420Full = ReferenceFormat(kCVPixelFormatType_420YpCbCr8PlanarFullRange, .planar, "f420")
    static let yuyv = ReferenceFormat(
        kCVPixelFormatType_422YpCbCr8_yuvs,
        .packed(y: 0, cb: 1, cr: 3),
        isFull: false,
        "yuvs"
    )
    static let yuyvFull = ReferenceFormat(
        kCVPixelFormatType_422YpCbCr8FullRange,
        .packed(y: 0, cb: 1, cr: 3),
        "yuvf"
    )
    static let uyvy = ReferenceFormat(
        kCVPixelFormatType_422YpCbCr8,
        .packed(y: 1, cb: 0, cr: 2),
        isFull: false,
        "2vuy"
    )
    static let bgra = ReferenceFormat(kCVPixelFormatType_32BGRA, .rgb(r: 2, g: 1, b: 0, a: 3, size: 4), "BGRA")
    static let rgba = ReferenceFormat(kCVPixelFormatType_32RGBA, .rgb(r: 0, g: 1, b: 2, a: 3, size: 4), "RGBA")
    static let argb = ReferenceFormat(kCVPixelFormatType_32ARGB, .rgb(r: 1, g: 2, b: 3, a: 0, size: 4), "ARGB")
    static let abgr = ReferenceFormat(kCVPixelFormatType_32ABGR, .rgb(r: 3, g: 2, b: 1, a: 0, size: 4), "ABGR")
    static let rgb = ReferenceFormat(kCVPixelFormatType_24RGB, .rgb(r: 0, g: 1, b: 2, a: nil, size: 3), "RGB24")
    static let bgr = ReferenceFormat(kCVPixelFormatType_24BGR, .rgb(r: 2, g: 1, b: 0, a: nil, size: 3), "BGR24")
    static let gray = ReferenceFormat(kCVPixelFormatType_OneComponent8, .gray, "L008")
    static let tenBitVideo = ReferenceFormat(
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
        .biplanar(tenBit: true),
        isFull: false,
        "x420"
    )
    static let tenBitFull = ReferenceFormat(
        kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
        .biplanar(tenBit: true),
        "xf20"
    )

    static let all = [
        nv12Video, nv12Full, i420Video, i420Full, yuyv, yuyvFull, uyvy, bgra, rgba, argb, abgr, rgb, bgr, gray,
        tenBitVideo, tenBitFull,
    ]

    var isGray: Bool {
        if case .gray = kind { true } else { false }
    }

    var isRGB: Bool {
        if case .rgb = kind { true } else { false }
    }
}
