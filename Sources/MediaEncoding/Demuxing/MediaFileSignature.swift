import Foundation

/// Tells by its first bytes what kind of file one is.
enum MediaFileSignature {
    /// How many bytes tell it.
    static let length = 12

    /// Nil for kinds that are not read.
    static func kind(of head: Data) -> MediaFileInfo.Kind? {
        let bytes = Array(head)
        guard bytes.count == length else { return nil }
        func word(_ place: Int) -> String { String(decoding: bytes[place..<place + 4], as: UTF8.self) }
        switch (word(0), word(4), word(8)) {
        case (_, "ftyp", "qt  "): return .quickTime
        case (_, "ftyp", _): return .mpeg4
        case ("RIFF", _, "WAVE"): return .wave
        case ("caff", _, _): return .coreAudio
        default: return nil
        }
    }
}

extension MediaFileInfo.Kind {
    /// libavformat's name of the demuxer.
    var demuxer: String {
        switch self {
        case .quickTime, .mpeg4: "mov"
        case .wave: "wav"
        case .coreAudio: "caf"
        }
    }

    /// Whether the file consists of boxes.
    var hasTables: Bool { self == .quickTime || self == .mpeg4 }
}
