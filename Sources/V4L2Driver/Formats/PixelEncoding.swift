import CVideo4Linux
import CoreMedia
import CoreVideo

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
