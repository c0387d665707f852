import ImageProcessing

/// The files that compressed photos come in. Each holds one codec.
enum PhotoFileFormat: Sendable, CaseIterable {
    /// A HEIC file, with HEVC.
    case heic
    /// A JPEG file.
    case jpeg

    /// Those that there is an encoder for, in the order of an iPhone's lists.
    static let available = allCases.filter { $0 != .heic || HEIFEncoder.isAvailable }

    /// The format of a codec; `nil` for codecs that photos do not come in.
    init?(codec: AVVideoCodecType) {
        guard let format = Self.allCases.first(where: { $0.codec == codec }) else { return nil }
        self = format
    }

    /// What compresses the photo.
    var codec: AVVideoCodecType {
        switch self {
        case .heic: .hevc
        case .jpeg: .jpeg
        }
    }

    /// The type of the file.
    var fileType: AVFileType {
        switch self {
        case .heic: .heic
        case .jpeg: .jpg
        }
    }

    /// What may compress a thumbnail in such a file, the one that most programs read first. A JPEG goes into EXIF, where JPEG files have
    /// theirs; a HEIC file has room for an image of its own.
    var thumbnailCodecs: [AVVideoCodecType] {
        switch self {
        case .heic: [.jpeg, .hevc]
        case .jpeg: [.jpeg]
        }
    }
}
