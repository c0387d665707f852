/// What is wanted of one photo.
public struct PhotoRequest: Sendable, Hashable {
    /// Whether the flash fires.
    public enum Flash: Sendable, Hashable, CaseIterable {
        /// Never.
        case off
        /// Always.
        case on
        /// When it is dark.
        case automatic
    }

    /// How much quality counts against speed.
    public enum Quality: Sendable, Hashable, CaseIterable {
        /// As fast as possible.
        case speed
        /// Both count the same.
        case balanced
        /// The best picture, however long it takes.
        case quality
    }

    /// The size; `nil` for the one that the engine is configured for, which is also the largest that can be had.
    public var size: PhotoSizeRequest?
    /// Whether the flash fires. A camera without a flash takes the photo without it; the photo's metadata tells.
    public var flash: Flash
    /// How much quality counts against speed.
    public var quality: Quality
    /// The long side, in pixels, of a small picture that is delivered with the photo and put into its file; `nil` for none.
    public var thumbnailSide: Int?
    /// The kind of file; where it cannot be had, a JPEG.
    public var format: PhotoFormat
    /// Of several cameras, the index of the one whose picture it is; `nil` for the one that is shown large.
    public var camera: Int?
    /// Whether a movie of the moment comes with it, where that is possible (``PhotoFeatures/offersLivePhotos``).
    public var isLivePhoto: Bool
    /// Its shape. What is cut is compressed once more, and has no thumbnail; Live Photos and proxies are not cut, nor is what several
    /// cameras show together.
    public var shape: PhotoShape

    /// A wish for a photo.
    public init(
        size: PhotoSizeRequest? = nil,
        flash: Flash = .off,
        quality: Quality = .balanced,
        thumbnailSide: Int? = nil,
        format: PhotoFormat = .jpeg,
        camera: Int? = nil,
        isLivePhoto: Bool = false,
        shape: PhotoShape = .full
    ) {
        self.size = size
        self.flash = flash
        self.quality = quality
        self.thumbnailSide = thumbnailSide
        self.format = format
        self.camera = camera
        self.isLivePhoto = isLivePhoto
        self.shape = shape
    }

    /// A wish for a photo whose text is to be recognised: of the size that comes closest, balanced between quality and speed, without
    /// flash, which covers print with glare (R-PHOTO-3, R-SCAN-9).
    public static func scan(_ size: PhotoSize = .scanning) -> PhotoRequest {
        PhotoRequest(size: .closest(to: size), flash: .off, quality: .balanced)
    }
}
