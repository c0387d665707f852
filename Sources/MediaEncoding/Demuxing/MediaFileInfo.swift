import CoreMedia
import FoundationExtras

/// What a movie or sound file says of itself.
package struct MediaFileInfo: Sendable {
    /// Kinds of files that are read.
    package enum Kind: Sendable {
        case quickTime, mpeg4, wave, coreAudio
    }

    /// An entry of the file's metadata.
    package struct Tag: Sendable, Hashable {
        /// QuickTime's key, or libavformat's name of an item.
        package var key: String
        /// Its text.
        package var value: String
    }

    package var kind: Kind
    /// Whether it consists of fragments.
    package var isFragmented: Bool
    /// Up to the end of the last track.
    package var duration: CMTime
    package var tracks: [MediaTrackInfo]
    package var tags: [Tag]
}

/// What a file says of one of its tracks.
// Unchecked: format descriptions never change.
package struct MediaTrackInfo: @unchecked Sendable {
    package enum Kind: Sendable {
        case video, audio, text, subtitle, other
    }

    /// The part of a track that a stretch of the movie shows.
    package struct Segment: Sendable {
        /// Nil for a stretch that shows nothing.
        package var media: CMTimeRange?
        package var range: CMTimeRange
    }

    /// The place among the file's tracks.
    package var index: Int
    /// The track's number.
    package var id: Int32
    package var kind: Kind
    /// Nil for media that Core Media has no words for.
    package var format: CMFormatDescription?
    package var timescale: CMTimeScale
    /// From when to when the movie has something of the track.
    package var range: CMTimeRange
    package var segments: [Segment]
    /// Samples that are shown.
    package var sampleCount = 0
    package var byteCount: Int64 = 0
    /// The size at which pictures are to be shown, before they are turned.
    package var naturalSize = CGSize.zero
    package var transform = CGAffineTransform.identity
    /// ISO 639-2/T.
    package var language: String?
    /// The language as a tag of BCP 47.
    package var languageTag: String?
    /// How loud sound is to be played: 1 for as loud as it is.
    package var volume: Float = 1
    package var isEnabled = true
    /// The shortest time from one sample to the next.
    package var minimumStep = CMTime.invalid
    /// Whether pictures are decoded in another order than they are shown.
    package var isReordered = false
    /// Whether there is a decoder for it on this machine.
    package var isDecodable = false

    /// Samples a second; 0 for a track without a length.
    package var sampleRate: Double {
        range.duration.seconds > 0 ? Double(sampleCount) / range.duration.seconds : 0
    }

    /// Bits a second; 0 for a track without a length.
    package var bitRate: Double {
        range.duration.seconds > 0 ? Double(byteCount) * 8 / range.duration.seconds : 0
    }
}
