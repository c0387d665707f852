import CaptureCore
import CoreMedia
import Foundation

/// A track of a composition that can be edited.
///
/// Files are only referred to: they must stay where they are.
open class AVMutableCompositionTrack: AVCompositionTrack {
    // Safe on any thread: inherited.

    /// Whether players use it from the start.
    open override var isEnabled: Bool {
        get { contents.isEnabled }
        set { edited.withLock { $0.isEnabled = newValue } }
    }

    /// Units per second of the track's times.
    open override var naturalTimeScale: CMTimeScale {
        get { contents.naturalTimeScale }
        set { edited.withLock { $0.naturalTimeScale = newValue } }
    }

    /// The language as an ISO 639-2/T code.
    open override var languageCode: String? {
        get { contents.language }
        set { edited.withLock { $0.language = newValue } }
    }

    /// The language as a tag of BCP 47.
    open override var extendedLanguageTag: String? {
        get { contents.extendedLanguage }
        set { edited.withLock { $0.extendedLanguage = newValue } }
    }

    /// How the pictures are to be turned; not at all at first, however those that are inserted are.
    open override var preferredTransform: CGAffineTransform {
        get { contents.transform }
        set { edited.withLock { $0.transform = newValue } }
    }

    /// The volume at which it is to be played.
    open override var preferredVolume: Float {
        get { contents.volume }
        set { edited.withLock { $0.volume = newValue } }
    }

    // MARK: Editing

    /// Inserts a part of a track; what is later moves back.
    ///
    /// - Parameters:
    ///   - timeRange: the part. Where the track has nothing of it, the composition shows nothing.
    ///   - track: of the same kind of media.
    ///   - startTime: where; invalid for the end. Beyond the end, the time until then shows nothing.
    /// - Throws: `AVError.invalidCompositionTrackSegmentDuration` for a part without a length, `AVError.incompatibleAsset` for another
    ///   kind of media.
    open func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
        guard timeRange.isValid, timeRange.start.isNumeric, timeRange.duration.isNumeric, timeRange.duration > .zero,
            !startTime.isValid || startTime.isNumeric && startTime >= .zero
        else { throw AVError(.invalidCompositionTrackSegmentDuration) }
        guard track.mediaType == mediaType else { throw AVError(.incompatibleAsset) }
        let other = track.contents
        edit { editing in
            let stretches = TrackEditing.stretches(of: other, in: timeRange)
            editing.insert(stretches, at: startTime.isValid ? startTime : editing.end)
        }
        edited.withLock { $0.adopt(other) }
    }

    /// Inserts parts of tracks, one after the other.
    ///
    /// - Parameter timeRanges: `NSValue`s of ranges, one for each track.
    /// - Throws: as ``insertTimeRange(_:of:at:)``, and leaves the track as it was.
    open func insertTimeRanges(_ timeRanges: [NSValue], of tracks: [AVAssetTrack], at startTime: CMTime) throws {
        let former = contents
        do {
            var time = startTime.isValid ? startTime : TrackEditing(former.sources).end
            for (range, track) in zip(timeRanges.map(\.timeRangeValue), tracks) {
                try insertTimeRange(range, of: track, at: time)
                time = time + range.duration
            }
        } catch {
            edited.withLock { $0 = former }
            throw error
        }
    }

    /// Inserts a stretch that shows nothing; what is later moves back. Has no effect at the end.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        guard timeRange.isValid, timeRange.duration.isNumeric, timeRange.duration > .zero else { return }
        edit { editing in
            guard timeRange.start < editing.end else { return }
            let nothing = TrackSource(media: nil, target: CMTimeRange(start: .zero, duration: timeRange.duration))
            editing.insert([nothing], at: timeRange.start)
        }
    }

    /// Takes a range out; what is later moves forward.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        guard timeRange.isValid, timeRange.start.isNumeric else { return }
        edit { $0.remove(timeRange) }
    }

    private func edit(_ change: (inout TrackEditing) -> Void) {
        edited.withLock { contents in
            var editing = TrackEditing(contents.sources)
            change(&editing)
            contents.apply(editing)
        }
    }
}

extension TrackContents {
    /// Takes over edited stretches.
    mutating func apply(_ editing: TrackEditing) {
        sources = editing.sources
        segments = sources.map { CMTimeMapping(source: $0.media?.range ?? .invalid, target: $0.target) }
        let start = sources.first { $0.media != nil }?.target.start ?? .zero
        timeRange = CMTimeRange(start: start, end: max(start, editing.end))
        dataLength = Int64(Double(dataRate) / 8 * timeRange.duration.seconds)
    }

    /// Takes over what the media are like that were inserted: of what can be of one kind only, the first.
    mutating func adopt(_ other: TrackContents) {
        if formats.isEmpty {
            naturalTimeScale = other.naturalTimeScale
            naturalSize = other.naturalSize
            frameRate = other.frameRate
            minimumFrameDuration = other.minimumFrameDuration
            dataRate = other.dataRate
            language = language ?? other.language
            isDecodable = other.isDecodable
        }
        isDecodable = isDecodable && other.isDecodable
        isReordered = isReordered || other.isReordered
        for format in other.formats
        where !formats.contains(where: { CMFormatDescriptionEqual($0, otherFormatDescription: format) }) {
            formats.append(format)
        }
        apply(TrackEditing(sources))
    }
}
