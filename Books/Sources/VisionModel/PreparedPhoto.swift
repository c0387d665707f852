import CoreVideo
import Foundation
import ImageProcessing
import RecognitionService

/// A photo in the form in which a model gets it: upright, of a format that it reads, and not larger than it needs.
public struct PreparedPhoto: Sendable {
    /// The image that is sent.
    public var image: Data
    /// Its type, for example `image/jpeg`.
    public var mediaType: String
    /// The pixels of the image that is sent.
    public var imageSize: PixelSize
    /// The pixels of the upright photo, in which results are given.
    public var photoSize: PixelSize

    /// Makes a photo.
    public init(image: Data, mediaType: String, imageSize: PixelSize, photoSize: PixelSize) {
        self.image = image
        self.mediaType = mediaType
        self.imageSize = imageSize
        self.photoSize = photoSize
    }
}

/// A width and a height in pixels.
public struct PixelSize: Sendable, Hashable {
    /// The pixels in a row.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// Makes a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

extension PreparedPhoto {
    /// The longest side of the image that is sent, unless told otherwise: letters on spines are read at this size, and twice the
    /// pixels would cost twice the tokens.
    public static let usualSide = 1536

    /// Photos of more pixels are refused before memory is asked for.
    private static let maximumPixelCount = 100_000_000

    /// Turns a photo upright, makes it smaller if it is larger than wanted, and encodes it as JPEG.
    ///
    /// - Parameters:
    ///   - file: a whole JPEG, PNG or HEIC file. How it says that it is turned counts.
    ///   - longestSide: in pixels.
    /// - Throws: `UnrecognizablePhoto` for what is no photo.
    public init(file: Data, longestSide: Int = usualSide) throws {
        do {
            try self.init(
                StillDecoder.decode(
                    file,
                    maximumPixelCount: Self.maximumPixelCount,
                    // What a decoder leaves out is not missed at this size.
                    usefulPixelCount: 4 * longestSide * longestSide
                ),
                longestSide
            )
        } catch let error as StillError {
            throw UnrecognizablePhoto(reason: error.description)
        }
    }

    private init(_ still: StillImage, _ longestSide: Int) throws {
        let turn = UprightTurn(exifOrientation: still.orientation)
        let stored = PixelDimensions(
            width: CVPixelBufferGetWidth(still.pixels),
            height: CVPixelBufferGetHeight(still.pixels)
        )
        let scaled = stored.reduced(toLongestSide: longestSide)
        let transformer = try PixelTransformer(
            pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            dimensions: turn.exchangesAxes ? PixelDimensions(width: scaled.height, height: scaled.width) : scaled
        )
        let upright = try transformer.transform(still.pixels, rotation: turn.rotation, mirrored: turn.isMirrored)
        let image = try JPEGEncoder().withEncodedBytes(of: upright, options: JPEGEncodingOptions(quality: 85)) {
            Data($0)
        }
        let photo = turn.exchangesAxes ? (stored.height, stored.width) : (stored.width, stored.height)
        self.init(
            image: image,
            mediaType: "image/jpeg",
            imageSize: PixelSize(width: CVPixelBufferGetWidth(upright), height: CVPixelBufferGetHeight(upright)),
            photoSize: PixelSize(width: photo.0 * still.reduction, height: photo.1 * still.reduction)
        )
    }
}
