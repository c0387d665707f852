public import CameraEngine

/// What is wanted of a photo.
public struct ViewfinderPhotoOptions: Codable, Equatable, Sendable {
    /// What a photo shows while two cameras run.
    public enum Content: String, Codable, Sendable, CaseIterable {
        /// The picture that is shown large.
        case large
        /// Each camera's picture, in a file each.
        case each
        /// Both pictures in one file, as they are shown.
        case shown
    }

    /// What it shows while two cameras run; a camera alone is shown as it is.
    public var content: Content
    /// The kind of file; where it cannot be had, a JPEG.
    public var format: PhotoFormat
    /// Whether the flash fires; a camera without one takes the photo without it.
    public var flash: PhotoRequest.Flash
    /// The size, one of those that ``CameraControls/photoSizes`` tells; nil for the largest.
    public var size: PhotoSize?
    /// What is left of the picture; what several cameras show together is not cut.
    public var shape: PhotoShape

    /// Makes options; without arguments those of a JPEG as large as possible, without flash.
    public init(
        content: Content = .large,
        format: PhotoFormat = .jpeg,
        flash: PhotoRequest.Flash = .off,
        size: PhotoSize? = nil,
        shape: PhotoShape = .full
    ) {
        self.content = content
        self.format = format
        self.flash = flash
        self.size = size
        self.shape = shape
    }

    /// Reads a command, in which everything may be left away.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            content: try container.decodeIfPresent(Content.self, forKey: .content) ?? .large,
            format: try container.decodeIfPresent(PhotoFormat.self, forKey: .format) ?? .jpeg,
            flash: try container.decodeIfPresent(PhotoRequest.Flash.self, forKey: .flash) ?? .off,
            size: try container.decodeIfPresent(PhotoSize.self, forKey: .size),
            shape: try container.decodeIfPresent(PhotoShape.self, forKey: .shape) ?? .full
        )
    }
}
