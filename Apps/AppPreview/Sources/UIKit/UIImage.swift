import AVFoundation
import CoreVideo
import Foundation
import ImageIO
import ImageProcessing

/// An encoded image, kept as the bytes that it came in. The page decodes it. Browsers do not show HEIC, so such an image is kept as a
/// JPEG of it.
///
/// DEVIATION: it has no `cgImage`, one that is made of a `CGImage` is a JPEG of it, and bytes that are neither JPEG, PNG nor HEIC make none.
open class UIImage: NSObject, @unchecked Sendable {
    // @unchecked: all fields are constants.
    /// The bytes, as a file has them that browsers show.
    @_spi(Rendering) public let encoded: Data
    /// `image/jpeg` or `image/png`.
    @_spi(Rendering) public let mediaType: String
    /// The size in pixels, as one sees the image: turned upright.
    public let size: CGSize

    /// Makes an image of an encoded one; nil for bytes that are no image.
    public init?(data: Data) {
        let shown = HEIFDecoder.isHEIF(data) ? Self.jpeg(ofHEIF: data) : data
        guard let shown, let known = Self.examine(shown) else { return nil }
        encoded = shown
        (mediaType, size) = known
    }

    /// Reads an image's file; nil where that fails.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// Makes an image of pixels; without any where there is no memory for them.
    public init(cgImage: CGImage) {
        encoded = Self.jpeg(of: cgImage)
        mediaType = "image/jpeg"
        size = CGSize(width: cgImage.width, height: cgImage.height)
    }

    private static func jpeg(of image: CGImage) -> Data {
        let data = NSMutableData()
        guard let destination = CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil) else {
            return Data()
        }
        CGImageDestinationAddImage(destination, image, nil)
        return CGImageDestinationFinalize(destination) ? data as Data : Data()
    }

    private static func examine(_ data: Data) -> (String, CGSize)? {
        if data.starts(with: [0xFF, 0xD8, 0xFF]) {
            guard let header = try? decoder()?.header(of: data) else { return nil }
            let isTurned = UprightTurn(exifOrientation: header.orientation).exchangesAxes
            let (width, height) = (CGFloat(header.dimensions.width), CGFloat(header.dimensions.height))
            return (
                "image/jpeg", isTurned ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
            )
        }
        guard let picture = try? StillDecoder.decode(data, maximumPixelCount: maximumPixelCount) else { return nil }
        let (width, height) = (CVPixelBufferGetWidth(picture.pixels), CVPixelBufferGetHeight(picture.pixels))
        return ("image/png", CGSize(width: width, height: height))
    }

    /// A JPEG of an image, turned upright; nil where it is damaged.
    private static func jpeg(ofHEIF data: Data) -> Data? {
        guard let pixels = try? HEIFDecoder.decode(data, maximumPixelCount: maximumPixelCount) else { return nil }
        return try? JPEGEncoder().encode(pixels, options: JPEGEncodingOptions(quality: 92))
    }

    private static let maximumPixelCount = 100_000_000

    private static func decoder() -> JPEGDecoder? {
        try? JPEGDecoder(
            pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            maximumPixelCount: maximumPixelCount,
            acceptsExtraneousBytes: true
        )
    }

    /// Makes a smaller image, off the main thread; nil where the image is damaged.
    ///
    /// DEVIATION: the result is as large as `size` or up to twice as large, as JPEG can be reduced without loss of quality. An image
    /// that is no JPEG stays as it is.
    ///
    /// - Parameter size: in pixels.
    @concurrent
    open func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? {
        guard mediaType == "image/jpeg" else { return self }
        guard let decoder = Self.decoder(), let header = try? decoder.header(of: encoded) else { return nil }
        let isTurned = UprightTurn(exifOrientation: header.orientation).exchangesAxes
        let wanted = PixelDimensions(
            width: Int((isTurned ? size.height : size.width).rounded(.up)),
            height: Int((isTurned ? size.width : size.height).rounded(.up))
        )
        let scale = JPEGScale.covering(wanted, of: header.dimensions)
        guard scale != .full else { return self }
        guard let pixels = try? decoder.decode(encoded, scale: scale), let encoder = try? JPEGEncoder() else {
            return nil
        }
        var metadata = ExifMetadata()
        metadata.orientation = header.orientation
        guard let reduced = try? encoder.encode(pixels, metadata: metadata) else { return nil }
        return UIImage(data: reduced)
    }
}
