import CoreMedia
import CoreVideo
import FoundationExtras

/// What a picture's numbers mean, as ISO/IEC 23091-2 code points; 2 stands for unspecified.
public struct VideoColor: Sendable, Hashable, Codable {
    /// The colours of red, green and blue.
    public var primaries: Int32
    /// How light becomes signal.
    public var transfer: Int32
    /// How red, green and blue become luma and chroma.
    public var matrix: Int32
    /// Whether luma uses all values from 0 to 255, instead of 16 to 235.
    public var isFullRange: Bool

    /// Makes a meaning from code points.
    public init(primaries: Int32, transfer: Int32, matrix: Int32, isFullRange: Bool = false) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// High definition: ITU-R BT.709, video range.
    public static let bt709 = VideoColor(primaries: 1, transfer: 1, matrix: 1)
    /// BT.709 with the matrix of standard definition, ITU-R BT.601, as cameras and JPEG have it.
    public static let bt601Matrix = VideoColor(primaries: 1, transfer: 1, matrix: 6)

    /// The same in full range.
    public var fullRange: VideoColor {
        var color = self
        color.isFullRange = true
        return color
    }

    /// What a picture's attachments say; what they leave open is BT.709.
    public init(attachmentsOf pixels: CVPixelBuffer, isFullRange: Bool) {
        func point(_ key: CFString, _ number: (CFString?) -> Int32) -> Int32 {
            guard let name = CVBufferCopyAttachment(pixels, key, nil) as? CFString else { return 1 }
            let found = number(name)
            return found == 2 ? 1 : found
        }
        self.init(
            primaries: point(kCVImageBufferColorPrimariesKey, { CVColorPrimariesGetIntegerCodePointForString($0) }),
            transfer: point(kCVImageBufferTransferFunctionKey, { CVTransferFunctionGetIntegerCodePointForString($0) }),
            matrix: point(kCVImageBufferYCbCrMatrixKey, { CVYCbCrMatrixGetIntegerCodePointForString($0) }),
            isFullRange: isFullRange
        )
    }

    /// The extensions of a format description that say the same.
    public var extensions: CMFormatDescription.Extensions {
        var extensions = CMFormatDescription.Extensions()
        func set(_ key: CFString, _ value: Unmanaged<CFString>?) {
            if let value { extensions[key] = value.takeUnretainedValue() }
        }
        set(kCMFormatDescriptionExtension_ColorPrimaries, CVColorPrimariesGetStringForIntegerCodePoint(primaries))
        set(kCMFormatDescriptionExtension_TransferFunction, CVTransferFunctionGetStringForIntegerCodePoint(transfer))
        set(kCMFormatDescriptionExtension_YCbCrMatrix, CVYCbCrMatrixGetStringForIntegerCodePoint(matrix))
        extensions[kCMFormatDescriptionExtension_FullRangeVideo] = NSNumber(value: isFullRange)
        return extensions
    }

    /// What a format description's extensions say; nil if they say nothing of colours.
    public init?(extensionsOf format: CMFormatDescription) {
        func point(_ key: CFString, _ number: (CFString?) -> Int32) -> Int32? {
            (CMFormatDescriptionGetExtension(format, extensionKey: key) as? CFString).map { number($0) }
        }
        let primaries = point(
            kCMFormatDescriptionExtension_ColorPrimaries,
            { CVColorPrimariesGetIntegerCodePointForString($0) }
        )
        let transfer = point(
            kCMFormatDescriptionExtension_TransferFunction,
            { CVTransferFunctionGetIntegerCodePointForString($0) }
        )
        let matrix = point(
            kCMFormatDescriptionExtension_YCbCrMatrix,
            { CVYCbCrMatrixGetIntegerCodePointForString($0) }
        )
        guard primaries != nil || transfer != nil || matrix != nil else { return nil }
        let full =
            CMFormatDescriptionGetExtension(format, extensionKey: kCMFormatDescriptionExtension_FullRangeVideo)
            as? NSNumber
        self.init(
            primaries: primaries ?? 2,
            transfer: transfer ?? 2,
            matrix: matrix ?? 2,
            isFullRange: full?.boolValue ?? false
        )
    }
}
