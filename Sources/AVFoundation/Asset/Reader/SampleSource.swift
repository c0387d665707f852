import CaptureCore
import CoreMedia
import Foundation
import MediaEncoding

/// Gives samples one after the other. One thread at a time.
protocol SampleSource: AnyObject {
    /// The next sample; nil at the end.
    func next() throws -> CMSampleBuffer?
}

/// A part of a file's track, and when it is to be shown.
struct MediaPiece {
    var media: TrackSource.Media
    /// What is to be added to the file's times.
    var offset: CMTime
    var mediaType: AVMediaType
    /// Whether nothing comes before it.
    var isFirst = true
    /// Whether nothing comes behind it.
    var isLast = true

    var range: CMTimeRange { media.range }

    /// Opens the file at the track.
    func open() throws(MediaEncodingError) -> MediaDemuxer {
        let demuxer = try MediaDemuxer(media.url.path)
        demuxer.select(track: media.index)
        return demuxer
    }
}

/// Reads a range of a track: the pieces that it consists of, one after the other.
final class TrackSampleSource: SampleSource {
    private var waiting: ArraySlice<MediaPiece>
    private var current: (any SampleSource)?
    private let form: ReaderOutputForm

    /// - Throws: why the first piece cannot be read.
    init(_ track: TrackContents, _ form: ReaderOutputForm, _ range: CMTimeRange) throws {
        self.form = form
        waiting = track.pieces(in: range)[...]
        try advance()
    }

    func next() throws -> CMSampleBuffer? {
        while let source = current {
            if let sample = try source.next() { return sample }
            try advance()
        }
        return nil
    }

    private func advance() throws {
        current = nil
        guard let piece = waiting.popFirst() else { return }
        switch form {
        case .compressed: current = try CompressedSource(piece)
        case .frames(let format, let size): current = try DecodedFrameSource(piece, format: format, size: size)
        case .audio(let format): current = try AudioSource(piece, format: format)
        }
    }
}

extension TrackContents {
    /// The pieces of media in a range, as far as they lie in it.
    func pieces(in range: CMTimeRange) -> [MediaPiece] {
        var pieces: [MediaPiece] = sources.compactMap { source in
            let end = range.duration.isNumeric ? min(source.target.end, range.end) : source.target.end
            let target = CMTimeRange(start: max(source.target.start, range.start), end: end)
            guard var media = source.media, target.duration.isNumeric, target.duration > .zero else { return nil }
            let offset = source.target.start - media.range.start
            media.range = CMTimeRange(start: target.start - offset, duration: target.duration)
            return MediaPiece(media: media, offset: offset, mediaType: mediaType)
        }
        for place in pieces.indices {
            pieces[place].isFirst = place == 0
            pieces[place].isLast = place == pieces.count - 1
        }
        return pieces
    }
}
