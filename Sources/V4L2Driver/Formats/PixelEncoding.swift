import CVideo4Linux
import CoreMedia
import CoreVideo
import FoundationExtras

/// How a camera's pixels lie in memory, and what Core Video calls them.
///
/// Only encodings that Core Video has a type for are listed; anything else a camera offers is left out, not converted.
struct PixelEncoding: Sendable, Hashable {
    /// The arrangement in memory.
    enum Arrangement: Sendable, Hashable {
        /// One plane; so many bytes per pixel.
        case packed(bytesPerPixel: Int)
        /// A luma plane, then a plane of chroma pairs at half the resolution in both directions; bytes per sample.
        case biplanar420(bytesPerSample: Int)
        /// A luma plane and two chroma planes at half the resolution in both directions.
        case planar420
        /// Motion JPEG: every frame a complete picture.
        case jpeg
    }

    /// The kernel's code.
    let code: UInt32
    /// Core Video's type for video range (or where there is no such thing), or Core Media's codec.
    let videoRange: FourCharCode
    /// Core Video's type for full range; `nil` where it has none.
    let fullRange: FourCharCode?
    /// The arrangement in memory.
    let arrangement: Arrangement

    private init(_ code: String, _ type: FourCharCode, full: FourCharCode?, _ arrangement: Arrangement) {
        self.code = Self.fourCharacters(code)
        videoRange = type
        fullRange = full
        self.arrangement = arrangement
    }

    /// An encoding in which range is no question.
    private init(_ code: String, _ type: FourCharCode, _ arrangement: Arrangement) {
        self.init(code, type, full: type, arrangement)
    }

    /// The kernel's four-character codes have the first character in the lowest byte, unlike Apple's.
    static func fourCharacters(_ text: String) -> UInt32 {
        text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The code as people write it.
    static func text(_ code: UInt32) -> String {
        String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }, as: UTF8.self)
    }

    /// All that can be delivered. Where two codes mean the same to Core Video, the first that a camera has is used.
    static let all: [PixelEncoding] = [
        PixelEncoding(
            "NV12",
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
            full: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            .biplanar420(bytesPerSample: 1)
        ),
        PixelEncoding(
            "YUYV",
            kCVPixelFormatType_422YpCbCr8_yuvs,
            full: kCVPixelFormatType_422YpCbCr8FullRange,
            .packed(bytesPerPixel: 2)
        ),
        // Core Video has no full-range twin of 2vuy, and the attachments cannot say it either.
        PixelEncoding("UYVY", kCVPixelFormatType_422YpCbCr8, full: nil, .packed(bytesPerPixel: 2)),
        PixelEncoding(
            "YU12",
            kCVPixelFormatType_420YpCbCr8Planar,
            full: kCVPixelFormatType_420YpCbCr8PlanarFullRange,
            .planar420
        ),
        PixelEncoding(
            "P010",
            kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
            full: kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
            .biplanar420(bytesPerSample: 2)
        ),
        PixelEncoding("GREY", kCVPixelFormatType_OneComponent8, .packed(bytesPerPixel: 1)),
        // Three names of blue, green, red, alpha in memory; the last is the kernel's ambiguous old one.
        PixelEncoding("AR24", kCVPixelFormatType_32BGRA, .packed(bytesPerPixel: 4)),
        PixelEncoding("XR24", kCVPixelFormatType_32BGRA, .packed(bytesPerPixel: 4)),
        PixelEncoding("BGR4", kCVPixelFormatType_32BGRA, .packed(bytesPerPixel: 4)),
        PixelEncoding("BA24", kCVPixelFormatType_32ARGB, .packed(bytesPerPixel: 4)),
        PixelEncoding("AB24", kCVPixelFormatType_32RGBA, .packed(bytesPerPixel: 4)),
        PixelEncoding("RGB3", kCVPixelFormatType_24RGB, .packed(bytesPerPixel: 3)),
        PixelEncoding("BGR3", kCVPixelFormatType_24BGR, .packed(bytesPerPixel: 3)),
        PixelEncoding("MJPG", kCMVideoCodecType_JPEG, .jpeg),
        PixelEncoding("JPEG", kCMVideoCodecType_JPEG, .jpeg),
    ]

    /// The encoding with the kernel's code.
    static func encoding(code: UInt32) -> PixelEncoding? {
        all.first { $0.code == code }
    }

    /// Core Video's type, or Core Media's codec, for pictures of this range; `nil` where Core Video has none.
    func mediaSubType(isFullRange: Bool) -> FourCharCode? {
        isFullRange ? fullRange : videoRange
    }

    /// Whether frames are compressed.
    var isCompressed: Bool { arrangement == .jpeg }
}

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

/// What a camera's numbers mean as colours: the kernel's terms, and Core Video's attachments for them.
struct Colorimetry: Sendable, Hashable {
    /// `V4L2_COLORSPACE_...`.
    var colorspace: UInt32
    /// `V4L2_XFER_FUNC_...`; 0 means the colour space's own.
    var transfer: UInt32
    /// `V4L2_YCBCR_ENC_...`; 0 means the colour space's own.
    var matrix: UInt32
    /// `V4L2_QUANTIZATION_...`; 0 means the colour space's own.
    var quantization: UInt32

    /// As a format tells it.
    init(_ format: v4l2_pix_format) {
        colorspace = format.colorspace
        transfer = format.xfer_func
        matrix = format.ycbcr_enc
        quantization = format.quantization
    }

    init(colorspace: UInt32, transfer: UInt32 = 0, matrix: UInt32 = 0, quantization: UInt32 = 0) {
        self.colorspace = colorspace
        self.transfer = transfer
        self.matrix = matrix
        self.quantization = quantization
    }

    /// Whether luma and chroma use all 256 values. The kernel's default is the video range, except for JPEG.
    var isFullRange: Bool {
        switch quantization {
        case V4L2_QUANTIZATION_FULL_RANGE.rawValue: true
        case V4L2_QUANTIZATION_LIM_RANGE.rawValue: false
        default: colorspace == V4L2_COLORSPACE_JPEG.rawValue
        }
    }

    /// Core Video's keys and values for a pixel buffer's attachments and a format description's extensions.
    func attachments() -> [(key: CFString, value: CFString)] {
        [
            (kCVImageBufferColorPrimariesKey, primariesValue),
            (kCVImageBufferTransferFunctionKey, transferValue),
            (kCVImageBufferYCbCrMatrixKey, matrixValue),
        ]
    }

    private var primariesValue: CFString {
        switch colorspace {
        case V4L2_COLORSPACE_SMPTE170M.rawValue, V4L2_COLORSPACE_SMPTE240M.rawValue:
            kCVImageBufferColorPrimaries_SMPTE_C
        case V4L2_COLORSPACE_470_SYSTEM_BG.rawValue: kCVImageBufferColorPrimaries_EBU_3213
        case V4L2_COLORSPACE_BT2020.rawValue: kCVImageBufferColorPrimaries_ITU_R_2020
        case V4L2_COLORSPACE_DCI_P3.rawValue: kCVImageBufferColorPrimaries_DCI_P3
        // sRGB and JPEG share Rec. 709's primaries; a webcam that says nothing means sRGB.
        default: kCVImageBufferColorPrimaries_ITU_R_709_2
        }
    }

    private var transferValue: CFString {
        switch transfer {
        case V4L2_XFER_FUNC_709.rawValue: kCVImageBufferTransferFunction_ITU_R_709_2
        case V4L2_XFER_FUNC_SRGB.rawValue: kCVImageBufferTransferFunction_sRGB
        case V4L2_XFER_FUNC_SMPTE240M.rawValue: kCVImageBufferTransferFunction_SMPTE_240M_1995
        case V4L2_XFER_FUNC_NONE.rawValue: kCVImageBufferTransferFunction_Linear
        case V4L2_XFER_FUNC_SMPTE2084.rawValue: kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
        case V4L2_XFER_FUNC_DCI_P3.rawValue: kCVImageBufferTransferFunction_SMPTE_ST_428_1
        default: defaultTransferValue
        }
    }

    private var defaultTransferValue: CFString {
        switch colorspace {
        case V4L2_COLORSPACE_SMPTE240M.rawValue: kCVImageBufferTransferFunction_SMPTE_240M_1995
        case V4L2_COLORSPACE_BT2020.rawValue: kCVImageBufferTransferFunction_ITU_R_2020
        case V4L2_COLORSPACE_DCI_P3.rawValue: kCVImageBufferTransferFunction_SMPTE_ST_428_1
        case V4L2_COLORSPACE_REC709.rawValue, V4L2_COLORSPACE_SMPTE170M.rawValue,
            V4L2_COLORSPACE_470_SYSTEM_BG.rawValue:
            kCVImageBufferTransferFunction_ITU_R_709_2
        default: kCVImageBufferTransferFunction_sRGB
        }
    }

    private var matrixValue: CFString {
        switch matrix {
        case V4L2_YCBCR_ENC_709.rawValue, V4L2_YCBCR_ENC_XV709.rawValue: kCVImageBufferYCbCrMatrix_ITU_R_709_2
        case V4L2_YCBCR_ENC_601.rawValue, V4L2_YCBCR_ENC_XV601.rawValue: kCVImageBufferYCbCrMatrix_ITU_R_601_4
        case V4L2_YCBCR_ENC_BT2020.rawValue, V4L2_YCBCR_ENC_BT2020_CONST_LUM.rawValue:
            kCVImageBufferYCbCrMatrix_ITU_R_2020
        case V4L2_YCBCR_ENC_SMPTE240M.rawValue: kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
        default: defaultMatrixValue
        }
    }

    private var defaultMatrixValue: CFString {
        switch colorspace {
        case V4L2_COLORSPACE_REC709.rawValue, V4L2_COLORSPACE_DCI_P3.rawValue: kCVImageBufferYCbCrMatrix_ITU_R_709_2
        case V4L2_COLORSPACE_BT2020.rawValue: kCVImageBufferYCbCrMatrix_ITU_R_2020
        case V4L2_COLORSPACE_SMPTE240M.rawValue: kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
        default: kCVImageBufferYCbCrMatrix_ITU_R_601_4
        }
    }
}
