import CoreGraphics
import CoreVideo
import Foundation

/// What a file's head tells about its image.
struct ImageHeader: Sendable {
    /// The size of the stored image.
    var width: Int
    var height: Int
    /// Whether there is only brightness.
    var isGray = false
    var hasAlpha = false
    /// Bits of each sample in the file.
    var depth = 8
    /// EXIF's bytes, with or without its identifier.
    var exif: Data?
}

/// What an image is written with.
struct ImageEncodingOptions {
    /// From 0, small, to 1, as good as possible.
    var quality: Double
    /// What lies behind an image with alpha in a file without.
    var background: CGColor
    /// EXIF's bytes with its identifier.
    var exif: Data?
}

/// Reads and writes files of a type. Files are of unknown origin: a codec answers nil, and asks for no more memory than an image of
/// ``ImageCodecs/mostPixels`` needs.
protocol ImageCodec: Sendable {
    /// The type's identifier.
    var type: String { get }

    /// Whether files of the type can be written.
    var isWritable: Bool { get }

    /// Whether a file's first bytes are those of the type.
    func recognizes(_ file: Data) -> Bool

    /// What a file's head tells; nil if it is damaged.
    func header(of file: Data) -> ImageHeader?

    /// Decodes.
    ///
    /// - Parameter longestSide: a size that is enough: the result may be smaller than the stored image, but not than this. It is as it is
    ///   stored, not turned upright.
    func decode(_ file: Data, _ header: ImageHeader, longestSide: Int?) -> DecodedImage?

    /// Encodes; nil if the type cannot be written, or not of this image.
    func encode(_ image: CGImage, _ options: ImageEncodingOptions) -> Data?

    /// A file with other EXIF, and the image as it was; nil if that is not possible.
    func replacingExif(_ payload: Data, in file: Data) -> Data?
}

extension ImageCodec {
    var isWritable: Bool { true }
}

/// A decoded image in memory that nobody else has: `BGRA`, or `L008` for brightness only.
struct DecodedImage {
    var pixels: CVPixelBuffer
    var hasAlpha: Bool
}

/// The types that can be read and written.
enum ImageCodecs {
    /// More than any camera's images have; a file can claim any number.
    static let mostPixels = 128_000_000

    static let all: [any ImageCodec] = [JPEGCodec(), PNGCodec(), HEICCodec()]

    /// The codec of a type.
    static func codec(type: String) -> (any ImageCodec)? {
        all.first { $0.type == type }
    }

    /// The codec of a file's bytes.
    static func codec(for file: Data) -> (any ImageCodec)? {
        all.first { $0.recognizes(file) }
    }
}
