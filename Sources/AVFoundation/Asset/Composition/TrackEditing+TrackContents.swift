import CaptureCore
import CoreMedia

extension TrackEditing {
    /// The stretches of a range of a track, from zero on, without gaps.
    static func stretches(of track: TrackContents, in range: CMTimeRange) -> [TrackSource] {
        var result: [TrackSource] = []
        var position = range.start
        func add(_ media: TrackSource.Media?, until end: CMTime) {
            guard end > position else { return }
            result.append(
                TrackSource(media: media, target: CMTimeRange(start: position - range.start, end: end - range.start))
            )
            position = end
        }
        for piece in track.pieces(in: range) {
            let start = piece.media.range.start + piece.offset
            add(nil, until: start)
            add(piece.media, until: start + piece.media.range.duration)
        }
        add(nil, until: range.end)
        return result
    }
}
