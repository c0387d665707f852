import CaptureCore
import CoreMedia
import Foundation
import MediaEncoding

/// What is known of a track.
struct TrackContents: @unchecked Sendable {
    // @unchecked: format descriptions never change.
    var trackID: CMPersistentTrackID
    var mediaType: AVMediaType
    var formats: [CMFormatDescription] = []
    var sources: [TrackSource] = []
    /// From when to when there is something.
    var timeRange = CMTimeRange.zero
    var segments: [CMTimeMapping] = []
    var naturalTimeScale: CMTimeScale = 600
    var naturalSize = CGSize.zero
    var transform = CGAffineTransform.identity
    var volume: Float = 1
    var frameRate: Float = 0
    var minimumFrameDuration = CMTime.invalid
    var dataRate: Float = 0
    var dataLength: Int64 = 0
    var language: String?
    var extendedLanguage: String?
    var isEnabled = true
    var isReordered = false
    var isDecodable = false
}

extension TrackContents {
    /// What a file says of a track.
    init(_ info: MediaTrackInfo, in url: URL) {
        self.init(trackID: info.id, mediaType: AVMediaType(info.kind))
        formats = info.format.map { [$0] } ?? []
        let media = TrackSource.Media(url: url, index: info.index, trackID: info.id, range: info.range)
        sources = [TrackSource(media: media, target: info.range)]
        timeRange = info.range
        segments = info.segments.map { CMTimeMapping(source: $0.media ?? .invalid, target: $0.range) }
        naturalTimeScale = info.timescale
        naturalSize = info.naturalSize
        transform = info.transform
        // UNKNOWN: what Apple says of sound.
        frameRate = info.kind == .video ? Float(info.sampleRate) : 0
        minimumFrameDuration = info.kind == .video ? info.minimumStep : .invalid
        dataRate = Float(info.bitRate)
        dataLength = info.byteCount
        language = info.language
        extendedLanguage = info.languageTag
        volume = info.volume
        isEnabled = info.isEnabled
        isReordered = info.isReordered
        isDecodable = info.isDecodable
    }
}

extension AVMediaType {
    init(_ kind: MediaTrackInfo.Kind) {
        switch kind {
        case .video: self = .video
        case .audio: self = .audio
        case .text: self = .text
        case .subtitle: self = .subtitle
        case .other: self = .metadata
        }
    }
}
