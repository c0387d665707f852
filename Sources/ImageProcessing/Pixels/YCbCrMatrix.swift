internal import CLibYUV
import CoreVideo

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
