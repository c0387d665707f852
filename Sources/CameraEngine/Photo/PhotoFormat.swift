@preconcurrency import AVFoundation

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
