@preconcurrency import AVFoundation

/// A photo that was taken.
public struct CapturedPhoto: Sendable {
    /// The file with its metadata. Shared, not copied, when this value is.
    public var data: Data
    /// The kind of file.
    public var format: PhotoFormat
    /// The size of the stored picture, before it is turned upright.
    public var size: PhotoSize
    /// How the stored picture is to be turned to be upright; the file says the same (R-ROT-3).
    public var orientation: ImageOrientation
    /// When it was taken, on the session's clock, as the frames' presentation times are.
    public var timestamp: CMTime
    /// When it was taken, by the wall clock.
    public var date: Date
    /// Whether a better picture is going to be made of it later (deferred delivery): hand ``data`` to the photo library, as
    /// what it is, and the library gets the final picture. Never on Linux.
    public var isProxy: Bool
    /// The camera's settings and what else is known.
    public var metadata: Metadata
    /// The small picture that was asked for, unturned like the photo.
    public var thumbnail: Thumbnail?
    /// The movie of a Live Photo, which may not be finished yet; `nil` for any other photo.
    public var livePhotoMovie: LivePhotoMovie?

    /// What is known about a photo, with the keys of Apple's `CGImageProperties`.
    // @unchecked: the dictionary is made for one photo, of strings, numbers, and lists and dictionaries of these, and is never
    // changed.
    public struct Metadata: @unchecked Sendable {
        /// The dictionary.
        public let properties: [String: Any]
    }

    /// A small picture.
    // @unchecked: the pixels are this photo's own; nobody writes to them once it is delivered.
    public struct Thumbnail: @unchecked Sendable {
        /// The pixels, to be read only.
        public let pixels: CVPixelBuffer
    }

    /// The size of the picture once it is upright.
    public var uprightSize: PhotoSize {
        orientation.turn % 180 == 0 ? size : PhotoSize(width: size.height, height: size.width)
    }
}
