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
