internal import CLibYUV
import CoreVideo

/// How samples lie in memory, whatever their range and matrix.
enum PixelArrangement: CaseIterable {
    /// Y plane, then a plane of interleaved Cb and Cr at half width and half height.
    case biplanar420
    /// Y, Cb and Cr planes, chroma at half width and half height.
    case planar420
    /// Y, Cb and Cr planes, chroma at half width. Only between two steps: Core Video names no such format.
    case planar422
    /// Y0 Cb Y1 Cr.
    case yuyv
    /// Cb Y0 Cr Y1.
    case uyvy
    /// Four bytes a pixel, in the order of the name.
    case bgra
    case argb
    case rgba
    case abgr
    /// Three bytes a pixel, in the order of the name.
    case rgb
    case bgr
    /// One plane of luma.
    case gray
    /// As ``biplanar420`` with 16-bit words that hold ten bits at their upper end.
    case biplanar420TenBit

    /// What a pixel's numbers are.
    enum Model {
        case yCbCr, rgb, luma
    }

    var model: Model {
        switch self {
        case .biplanar420, .planar420, .planar422, .yuyv, .uyvy, .biplanar420TenBit: .yCbCr
        case .bgra, .argb, .rgba, .abgr, .rgb, .bgr: .rgb
        case .gray: .luma
        }
    }

    /// Whether libyuv scales, rotates and mirrors pixels that lie like this.
    var isGeometric: Bool {
        switch self {
        case .biplanar420, .planar420, .planar422, .bgra, .argb, .rgba, .abgr, .gray: true
        case .yuyv, .uyvy, .rgb, .bgr, .biplanar420TenBit: false
        }
    }

    /// The number of planes.
    var planeCount: Int {
        switch self {
        case .biplanar420, .biplanar420TenBit: 2
        case .planar420, .planar422: 3
        default: 1
        }
    }

    /// A pixel's size in bits, chroma included.
    var bitsPerPixel: Int {
        switch self {
        case .gray: 8
        case .biplanar420, .planar420: 12
        case .planar422, .yuyv, .uyvy: 16
        case .rgb, .bgr, .biplanar420TenBit: 24
        case .bgra, .argb, .rgba, .abgr: 32
        }
    }

    /// The step, in pixels, at which a crop may begin: a chroma sample is never cut in two.
    var horizontalStep: Int {
        switch self {
        case .biplanar420, .planar420, .planar422, .yuyv, .uyvy, .biplanar420TenBit: 2
        default: 1
        }
    }

    /// As ``horizontalStep``, for rows.
    var verticalStep: Int {
        switch self {
        case .biplanar420, .planar420, .biplanar420TenBit: 2
        default: 1
        }
    }

    /// The length of a plane's row in bytes for an image of the given width, without padding.
    func rowBytes(plane: Int, width: Int) -> Int {
        let half = (width + 1) / 2
        switch self {
        case .biplanar420: return plane == 0 ? width : half * 2
        case .biplanar420TenBit: return plane == 0 ? width * 2 : half * 4
        case .planar420, .planar422: return plane == 0 ? width : half
        case .yuyv, .uyvy: return half * 4
        case .bgra, .argb, .rgba, .abgr: return width * 4
        case .rgb, .bgr: return width * 3
        case .gray: return width
        }
    }

    /// The number of a plane's rows for an image of the given height.
    func rows(plane: Int, height: Int) -> Int {
        switch self {
        case .biplanar420, .biplanar420TenBit, .planar420: plane == 0 ? height : (height + 1) / 2
        default: height
        }
    }
}

/// A Core Video pixel format taken apart: arrangement and range.
struct PixelFormatTraits: Equatable {
    var arrangement: PixelArrangement
    /// The range of luma and chroma; full for RGB.
    var range: SampleRange

    init(arrangement: PixelArrangement, range: SampleRange) {
        self.arrangement = arrangement
        self.range = range
    }

    /// - Parameter pixelFormat: a Core Video pixel format.
    /// - Returns: nil for formats that image processing cannot read or write.
    init?(_ pixelFormat: OSType) {
        guard let (arrangement, range) = Self.lookup(pixelFormat) else { return nil }
        self.arrangement = arrangement
        self.range = range
    }

    private static func lookup(_ pixelFormat: OSType) -> (PixelArrangement, SampleRange)? {
        switch pixelFormat {
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: (.biplanar420, .video)
        case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: (.biplanar420, .full)
        case kCVPixelFormatType_420YpCbCr8Planar: (.planar420, .video)
        case kCVPixelFormatType_420YpCbCr8PlanarFullRange: (.planar420, .full)
        case kCVPixelFormatType_422YpCbCr8_yuvs: (.yuyv, .video)
        case kCVPixelFormatType_422YpCbCr8FullRange: (.yuyv, .full)
        case kCVPixelFormatType_422YpCbCr8: (.uyvy, .video)
        case kCVPixelFormatType_32BGRA: (.bgra, .full)
        case kCVPixelFormatType_32ARGB: (.argb, .full)
        case kCVPixelFormatType_32RGBA: (.rgba, .full)
        case kCVPixelFormatType_32ABGR: (.abgr, .full)
        case kCVPixelFormatType_24RGB: (.rgb, .full)
        case kCVPixelFormatType_24BGR: (.bgr, .full)
        case kCVPixelFormatType_OneComponent8: (.gray, .full)
        case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: (.biplanar420TenBit, .video)
        case kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: (.biplanar420TenBit, .full)
        default: nil
        }
    }
}

/// What Y'CbCr numbers mean: matrix and range together.
struct ColorEncoding: Equatable {
    var matrix: YCbCrMatrix
    var range: SampleRange
}

/// Which numbers stand for black and white.
package enum SampleRange: Sendable, Hashable {
    /// Luma 16...235, chroma 16...240.
    case video
    /// 0...255.
    case full

    /// Luma of black.
    package var black: UInt8 { self == .video ? 16 : 0 }
    /// Luma of white.
    package var white: UInt8 { self == .video ? 235 : 255 }
}

/// The matrix between Y'CbCr and R'G'B'.
public enum YCbCrMatrix: Sendable {
    /// ITU-R BT.601: standard-definition video, JPEG, and what USB cameras send unless they say otherwise.
    case bt601
    /// ITU-R BT.709: high-definition video.
    case bt709
    /// ITU-R BT.2020, non-constant luminance: ultra-high-definition and HDR video.
    case bt2020

    private static let all: [Self] = [.bt601, .bt709, .bt2020]

    /// The matrix that a buffer's `kCVImageBufferYCbCrMatrixKey` names; nil without one, or with one that is none of these.
    ///
    /// - Parameter buffer: any buffer. Any thread.
    public init?(attachmentOf buffer: CVPixelBuffer) {
        guard let name = CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) as? CFString else {
            return nil
        }
        // Names are nearly always the very constants, and this is asked of each frame that is converted: characters are compared
        // for others only.
        guard
            let matrix = Self.all.first(where: { $0.attachment === name })
                ?? Self.all.first(where: { $0.attachment == name })
        else { return nil }
        self = matrix
    }

    /// The matrix assumed for Y'CbCr images that name none: BT.709 from 1280 columns or more than 576 rows on (HD),
    /// BT.601 below (SD).
    ///
    /// - Parameters:
    ///   - width: the image's columns.
    ///   - height: the image's rows.
    public static func assumed(width: Int, height: Int) -> YCbCrMatrix {
        width >= 1280 || height > 576 ? .bt709 : .bt601
    }

    /// The matrix of an image's pixels: what its attachment names, else what is assumed for its size; BT.601 for pixels that are
    /// not Y'CbCr, and are going to be.
    ///
    /// - Parameter image: any buffer. Any thread.
    package init(of image: CVPixelBuffer) {
        let size = PixelDimensions(of: image)
        let traits = PixelFormatTraits(CVPixelBufferGetPixelFormatType(image))
        self = YCbCrMatrix(attachmentOf: image) ?? .assumed(traits, size)
    }

    /// The matrix to use for an image's Y'CbCr side.
    init(of source: CVPixelBuffer, _ traits: PixelFormatTraits, _ size: PixelDimensions) {
        self = YCbCrMatrix(attachmentOf: source) ?? .assumed(traits, size)
    }

    private static func assumed(_ traits: PixelFormatTraits?, _ size: PixelDimensions) -> YCbCrMatrix {
        traits?.arrangement.model == .yCbCr ? .assumed(width: size.width, height: size.height) : .bt601
    }

    /// The value for `kCVImageBufferYCbCrMatrixKey`.
    public var attachment: CFString {
        switch self {
        case .bt601: kCVImageBufferYCbCrMatrix_ITU_R_601_4
        case .bt709: kCVImageBufferYCbCrMatrix_ITU_R_709_2
        case .bt2020: kCVImageBufferYCbCrMatrix_ITU_R_2020
        }
    }

    var libyuvMatrix: PinholeYUVMatrix {
        switch self {
        case .bt601: PinholeYUVMatrix601
        case .bt709: PinholeYUVMatrix709
        case .bt2020: PinholeYUVMatrix2020
        }
    }
}
