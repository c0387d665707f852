@preconcurrency import AVFoundation

/// What is wanted of one photo.
public struct PhotoRequest: Sendable, Hashable {
    /// Whether the flash fires.
    public enum Flash: String, Sendable, Hashable, Codable, CaseIterable {
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

/// The kind of file that a photo is.
public enum PhotoFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// What every program can open.
    case jpeg
    /// About half as large as a JPEG of the same quality (HEVC).
    case heic

    /// How a file's name ends, without the dot.
    public var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .heic: "heic"
        }
    }

    /// The codec that an output is asked for.
    var codec: AVVideoCodecType {
        switch self {
        case .jpeg: .jpeg
        case .heic: .hevc
        }
    }
}

/// What photos can be as the session is configured now, besides their sizes.
public struct PhotoFeatures: Sendable, Hashable, Codable {
    /// The kinds of files that can be had.
    public var formats: [PhotoFormat]
    /// Whether a photo can come with a movie of the moment.
    public var offersLivePhotos: Bool

    /// Features; without arguments those of a camera that takes plain JPEG files.
    public init(formats: [PhotoFormat] = [.jpeg], offersLivePhotos: Bool = false) {
        self.formats = formats
        self.offersLivePhotos = offersLivePhotos
    }

    /// What is taken of what is wanted: a kind of file that cannot be had becomes the one that always can.
    public func format(_ wanted: PhotoFormat) -> PhotoFormat { formats.contains(wanted) ? wanted : .jpeg }
}

/// The shape of photos: as the camera takes them, or cut to a ratio of their sides, on both sides alike.
///
/// The longer side stays the longer one: a photo that is upright stays upright.
public enum PhotoShape: String, Sendable, Hashable, Codable, CaseIterable {
    /// All that the camera sees.
    case full
    /// 4 to 3, as phones take photos.
    case fourToThree = "4:3"
    /// 16 to 9, as movies are.
    case sixteenToNine = "16:9"
    /// As wide as it is high.
    case square = "1:1"

    /// The longer side for each length of the shorter one; `nil` for any.
    private var ratio: Double? {
        switch self {
        case .full: nil
        case .fourToThree: 4.0 / 3
        case .sixteenToNine: 16.0 / 9
        case .square: 1
        }
    }

    /// What is left of a picture: of even numbers, unless nothing is cut off.
    public func size(in photo: PhotoSize) -> PhotoSize {
        let (long, short) = (max(photo.width, photo.height), min(photo.width, photo.height))
        guard let ratio, short > 0 else { return photo }
        let isTooLong = Double(long) > Double(short) * ratio
        let cut = isTooLong ? (Double(short) * ratio, Double(short)) : (Double(long), Double(long) / ratio)
        // A shape that is a pixel off is the shape.
        guard Double(long) - cut.0 > 1 || Double(short) - cut.1 > 1 else { return photo }
        let (newLong, newShort) = (Self.even(cut.0), Self.even(cut.1))
        return photo.width >= photo.height
            ? PhotoSize(width: newLong, height: newShort) : PhotoSize(width: newShort, height: newLong)
    }

    private static func even(_ length: Double) -> Int { max(2, Int(length.rounded(.down)) / 2 * 2) }
}

extension CapturedPhoto {
    /// The same photo in a shape, upright and compressed once more; as it is if nothing is cut off. A proxy is not cut, as the photo
    /// library makes the photo of it; nor is a Live Photo, whose movie shows all.
    func cut(to shape: PhotoShape) async throws(PhotoFailure) -> CapturedPhoto {
        let canvas = shape.size(in: uprightSize)
        guard canvas != uprightSize, !isProxy, livePhotoMovie == nil else { return self }
        return try await PhotoComposition(
            photos: [0: self],
            arrangement: CameraArrangement(),
            format: format,
            canvas: canvas
        ).photo()
    }
}

/// The size of a picture, in pixels.
public struct PhotoSize: Sendable, Hashable, Codable {
    /// Pixels in a row.
    public var width: Int
    /// Rows.
    public var height: Int

    /// A size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size that scanned pages and book spines are photographed in (R-PHOTO-3).
    public static let scanning = PhotoSize(width: 1024, height: 768)
    /// The size for scans that is proposed where too many are not read right in the usual one (R-SCAN-9).
    public static let largerScanning = PhotoSize(width: 1536, height: 1152)

    /// How many pixels it has.
    public var area: Int { width * height }

    init(_ dimensions: CMVideoDimensions) {
        self.init(width: Int(dimensions.width), height: Int(dimensions.height))
    }

    @_spi(Pinhole) public var dimensions: CMVideoDimensions {
        CMVideoDimensions(width: Int32(clamping: width), height: Int32(clamping: height))
    }
}

extension PhotoSize: CustomStringConvertible {
    /// The size for people.
    public var description: String { "\(width) x \(height)" }
}

/// Which of the sizes that a camera offers is wanted.
public enum PhotoSizeRequest: Sendable, Hashable {
    /// The largest one.
    case largest
    /// The one that comes closest to a size (R-PHOTO-3).
    case closest(to: PhotoSize)

    /// The wanted one of a camera's sizes; `nil` if it has none.
    ///
    /// The closest size is the one whose width and height together differ least, the long sides compared with each other;
    /// of two that differ as much, the larger one, since pixels can be thrown away later and not be added.
    public func selection(among sizes: [PhotoSize]) -> PhotoSize? {
        switch self {
        case .largest:
            return sizes.max { $0.area < $1.area }
        case .closest(let wish):
            return sizes.min { (wish.difference(to: $0), -$0.area) < (wish.difference(to: $1), -$1.area) }
        }
    }
}

extension PhotoSizeRequest {
    /// The wanted one of the sizes that photos may have in a format; `nil` if there is none.
    @_spi(Pinhole) public func selection(in format: AVCaptureDevice.Format) -> PhotoSize? {
        selection(among: format.supportedMaxPhotoDimensions.map(PhotoSize.init))
    }
}

extension PhotoSize {
    fileprivate func difference(to other: PhotoSize) -> Int {
        abs(max(width, height) - max(other.width, other.height))
            + abs(min(width, height) - min(other.width, other.height))
    }
}
