@preconcurrency import AVFoundation

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
