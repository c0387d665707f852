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

    /// The kind of file.
    public enum Format: String, Codable, Sendable, CaseIterable {
        /// What every program opens.
        case jpeg
        /// About half as large.
        case heic
    }

    /// Whether the flash fires.
    public enum Flash: String, Codable, Sendable, CaseIterable {
        /// Never.
        case off
        /// Always.
        case on
        /// When it is dark.
        case automatic
    }

    /// What is left of the picture: the ratio of the longer side to the shorter one.
    public enum Shape: String, Codable, Sendable, CaseIterable {
        /// All of it.
        case full
        /// As phones take photos.
        case fourToThree = "4:3"
        /// As movies are.
        case sixteenToNine = "16:9"
        /// As wide as it is high.
        case square = "1:1"
    }

    /// What it shows while two cameras run; a camera alone is shown as it is.
    public var content: Content
    /// The kind of file; where it cannot be had, a JPEG.
    public var format: Format
    /// Whether the flash fires; a camera without one takes the photo without it.
    public var flash: Flash
    /// The size, one of those that ``ViewfinderPhotoFeatures/sizes`` tells; nil for the largest.
    public var size: ViewfinderPhotoSize?
    /// What is left of the picture; what several cameras show together is not cut.
    public var shape: Shape

    /// Makes options; without arguments those of a JPEG as large as possible, without flash.
    public init(
        content: Content = .large,
        format: Format = .jpeg,
        flash: Flash = .off,
        size: ViewfinderPhotoSize? = nil,
        shape: Shape = .full
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
            format: try container.decodeIfPresent(Format.self, forKey: .format) ?? .jpeg,
            flash: try container.decodeIfPresent(Flash.self, forKey: .flash) ?? .off,
            size: try container.decodeIfPresent(ViewfinderPhotoSize.self, forKey: .size),
            shape: try container.decodeIfPresent(Shape.self, forKey: .shape) ?? .full
        )
    }
}

/// What can be wanted of a photo of the camera in use.
public struct ViewfinderPhotoFeatures: Codable, Equatable, Sendable {
    /// The kinds of files that can be had.
    public var formats: [ViewfinderPhotoOptions.Format]
    /// Whether there is a flash.
    public var hasFlash: Bool
    /// The sizes that can be had, the largest first.
    public var sizes: [ViewfinderPhotoSize]

    /// Makes features; without arguments those of a camera that takes plain JPEG files.
    public init(
        formats: [ViewfinderPhotoOptions.Format] = [.jpeg],
        hasFlash: Bool = false,
        sizes: [ViewfinderPhotoSize] = []
    ) {
        self.formats = formats
        self.hasFlash = hasFlash
        self.sizes = sizes
    }
}

/// The size of a photo, in pixels of the camera.
public struct ViewfinderPhotoSize: Codable, Hashable, Sendable {
    /// Pixels in a row.
    public var width: Int
    /// Rows.
    public var height: Int

    /// Makes a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
