import CoreMedia
import Foundation
import FoundationExtras

/// What a movie or sound file says of itself.
public struct MediaFileInfo: Sendable {
    /// Kinds of files that are read.
    public enum Kind: Sendable {
        case quickTime, mpeg4, wave, coreAudio
    }

    /// An entry of the file's metadata.
    public struct Tag: Sendable, Hashable {
        /// QuickTime's key, or libavformat's name of an item.
        public var key: String
        /// Its text.
        public var value: String
    }

    public var kind: Kind
    /// Whether it consists of fragments.
    public var isFragmented: Bool
    /// Up to the end of the last track.
    public var duration: CMTime
    public var tracks: [MediaTrackInfo]
    public var tags: [Tag]
}

/// What a file says of one of its tracks.
// Unchecked: format descriptions never change.
public struct MediaTrackInfo: @unchecked Sendable {
    public enum Kind: Sendable {
        case video, audio, text, subtitle, other
    }

    /// The part of a track that a stretch of the movie shows.
    public struct Segment: Sendable {
        /// Nil for a stretch that shows nothing.
        public var media: CMTimeRange?
        public var range: CMTimeRange
    }

    /// The place among the file's tracks.
    public var index: Int
    /// The track's number.
    public var id: Int32
    public var kind: Kind
    /// Nil for media that Core Media has no words for.
    public var format: CMFormatDescription?
    public var timescale: CMTimeScale
    /// From when to when the movie has something of the track.
    public var range: CMTimeRange
    public var segments: [Segment]
    /// Samples that are shown.
    public var sampleCount = 0
    public var byteCount: Int64 = 0
    /// The size at which pictures are to be shown, before they are turned.
    public var naturalSize = CGSize.zero
    public var transform = CGAffineTransform.identity
    /// ISO 639-2/T.
    public var language: String?
    /// The language as a tag of BCP 47.
    public var languageTag: String?
    /// How loud sound is to be played: 1 for as loud as it is.
    public var volume: Float = 1
    public var isEnabled = true
    /// The shortest time from one sample to the next.
    public var minimumStep = CMTime.invalid
    /// Whether pictures are decoded in another order than they are shown.
    public var isReordered = false
    /// Whether there is a decoder for it on this machine.
    public var isDecodable = false

    /// Samples a second; 0 for a track without a length.
    public var sampleRate: Double {
        range.duration.seconds > 0 ? Double(sampleCount) / range.duration.seconds : 0
    }

    /// Bits a second; 0 for a track without a length.
    public var bitRate: Double {
        range.duration.seconds > 0 ? Double(byteCount) * 8 / range.duration.seconds : 0
    }
}

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
