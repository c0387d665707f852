import CoreGraphics
@preconcurrency import CoreVideo
import Foundation
import ImageIO
import Synchronization

/// What an image is made of: pixels that somebody has.
enum ImageContents: Sendable {
    /// Read when the image is rendered.
    case pixelBuffer(CVPixelBuffer)
    case image(CGImage)
    /// Decoded when the image is rendered for the first time.
    case file(EncodedImage)

    /// The place of all pixels, the lower left corner of the lower left pixel being the origin.
    var extent: CGRect {
        switch self {
        case .pixelBuffer(let buffer):
            CGRect(x: 0, y: 0, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
        case .image(let image): CGRect(x: 0, y: 0, width: image.width, height: image.height)
        case .file(let file): CGRect(x: 0, y: 0, width: file.width, height: file.height)
        }
    }
}

/// An image of a file, which is decoded when it is needed, and once.
final class EncodedImage: Sendable {
    let width: Int
    let height: Int
    private let bytes: Data
    /// The image, or nil if the file is damaged; nothing before it was needed.
    private let decoded = Mutex<CGImage??>(.none)

    /// - Returns: nil for what is no image, or of no type that can be read.
    init?(_ bytes: Data, properties: [String: Any]) {
        guard
            let width = properties[kCGImagePropertyPixelWidth as String] as? Int,
            let height = properties[kCGImagePropertyPixelHeight as String] as? Int
        else { return nil }
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// The image as it is stored; nil if the file is damaged.
    var image: CGImage? {
        decoded.withLock { decoded in
            if case .some(let image) = decoded { return image }
            let source = CGImageSourceCreateWithData(bytes as NSData, nil)
            let image = source.flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) }
            decoded = .some(image)
            return image
        }
    }
}
