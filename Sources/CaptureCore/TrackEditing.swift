import CoreMedia
import Foundation

/// Edits the stretches that a composition's track consists of. They lie without gaps from zero on: where there is nothing, a stretch
/// shows nothing.
package struct TrackEditing: Sendable {
    /// The stretches, in order of time.
    package private(set) var sources: [TrackSource]

    /// - Parameter sources: the stretches, in order of time, without gaps from zero on.
    package init(_ sources: [TrackSource]) {
        self.sources = sources
    }

    /// When the last stretch ends.
    package var end: CMTime { sources.last?.target.end ?? .zero }

    /// Puts stretches at a moment; what is later moves back.
    package mutating func insert(_ stretches: [TrackSource], at time: CMTime) {
        if time > end { sources.append(TrackSource(media: nil, target: CMTimeRange(start: end, end: time))) }
        let index = split(at: time)
        let length = stretches.last?.target.end ?? .zero
        let moved = sources[index...].map { $0.moved(by: length) }
        sources = sources[..<index] + stretches.map { $0.moved(by: time) } + moved
    }

    /// Takes a range out; what is later moves forward.
    package mutating func remove(_ range: CMTimeRange) {
        let first = split(at: range.start)
        let last = split(at: range.end)
        guard first < last else { return }
        let length = sources[last - 1].target.end - sources[first].target.start
        let moved = sources[last...].map { $0.moved(by: .zero - length) }
        sources = sources[..<first] + moved
        while let tail = sources.last, tail.media == nil { sources.removeLast() }
    }

    /// Makes a stretch begin at a moment, and gives its index: the number of stretches for a moment at or behind the end.
    private mutating func split(at time: CMTime) -> Int {
        guard let index = sources.firstIndex(where: { $0.target.end > time }) else { return sources.count }
        guard sources[index].target.start < time else { return index }
        let whole = sources[index]
        let length = time - whole.target.start
        var (former, latter) = (whole, whole)
        former.target.duration = length
        latter.target = CMTimeRange(start: time, end: whole.target.end)
        former.media?.range.duration = length
        if let range = whole.media?.range {
            latter.media?.range = CMTimeRange(start: range.start + length, end: range.end)
        }
        sources.replaceSubrange(index...index, with: [former, latter])
        return index + 1
    }
}

extension TrackSource {
    /// The same stretch, later by a time.
    func moved(by time: CMTime) -> TrackSource {
        var moved = self
        moved.target.start = moved.target.start + time
        return moved
    }
}

/// A stretch of a track, and where its media are.
package struct TrackSource: Sendable {
    /// Media in a file.
    package struct Media: Sendable {
        /// The file.
        package var url: URL
        /// The place among the file's tracks.
        package var index: Int
        /// The track's number.
        package var trackID: CMPersistentTrackID
        /// Which part of the track, in the file's time.
        package var range: CMTimeRange

        /// - Parameters:
        ///   - url: the file.
        ///   - index: the place among the file's tracks.
        ///   - trackID: the track's number.
        ///   - range: which part of the track, in the file's time.
        package init(url: URL, index: Int, trackID: CMPersistentTrackID, range: CMTimeRange) {
            self.url = url
            self.index = index
            self.trackID = trackID
            self.range = range
        }
    }

    /// Nil for a stretch of nothing.
    package var media: Media?
    /// Where the stretch is in the asset's time.
    package var target: CMTimeRange

    /// - Parameters:
    ///   - media: nil for a stretch of nothing.
    ///   - target: where the stretch is in the asset's time.
    package init(media: Media?, target: CMTimeRange) {
        self.media = media
        self.target = target
    }
}
