public import Foundation

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
