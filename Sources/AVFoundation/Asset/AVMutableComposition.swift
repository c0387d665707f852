import CaptureCore
import CoreMedia
import Foundation
import FoundationExtras

/// Parts of movies that can be put together and taken apart.
open class AVMutableComposition: AVComposition {
    // Safe on any thread: inherited.

    override init(_ parts: Parts) {
        super.init(parts)
    }

    /// Makes an empty composition.
    public convenience init() {
        self.init(Parts())
    }

    /// Makes an empty composition.
    ///
    /// - Parameter URLAssetInitializationOptions: what the assets of the files are made with. Those for remote files have no effect,
    ///   and there are no others.
    public convenience init(urlAssetInitializationOptions URLAssetInitializationOptions: [String: Any]? = nil) {
        self.init(Parts())
    }

    /// The size of the pictures: the first track's unless another is set.
    open override var naturalSize: CGSize {
        get { super.naturalSize }
        set { parts.withLock { $0.naturalSize = newValue } }
    }

    // MARK: Tracks

    /// Adds an empty track.
    ///
    /// - Parameters:
    ///   - mediaType: what is to be inserted.
    ///   - preferredTrackID: the track's number; another one if it is `kCMPersistentTrackID_Invalid` or taken.
    /// - Returns: the track; `nil` for media other than pictures and sound.
    open func addMutableTrack(
        withMediaType mediaType: AVMediaType,
        preferredTrackID: CMPersistentTrackID
    ) -> AVMutableCompositionTrack? {
        guard mediaType == .video || mediaType == .audio else { return nil }
        let made = parts.withLock { parts in
            let used = Set(parts.tracks.map(\.trackID))
            let isFree = preferredTrackID > 0 && !used.contains(preferredTrackID)
            let number = isFree ? preferredTrackID : (used.max() ?? 0) + 1
            let made = AVMutableCompositionTrack(TrackContents(trackID: number, mediaType: mediaType), of: self)
            parts.tracks.append(made)
            return Shared(made)
        }
        return made.object
    }

    /// Takes a track out.
    open func removeTrack(_ track: AVCompositionTrack) {
        parts.withLock { $0.tracks.removeAll { $0 === track } }
    }

    /// A track that a file's track can be inserted into: of the same kind and format.
    open func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
        let format = track.contents.formats.first
        return parts.withLock { $0.tracks }.first { own in
            guard own.mediaType == track.mediaType else { return false }
            guard let format, let known = own.contents.formats.first else { return true }
            return CMFormatDescriptionEqual(known, otherFormatDescription: format)
        }
    }

    // MARK: Editing

    /// Inserts a part of all tracks of an asset, into tracks of the same kind, which are added where there are none; what is later
    /// moves back, in all tracks.
    ///
    /// - Throws: why the asset cannot be read, and as ``AVMutableCompositionTrack/insertTimeRange(_:of:at:)``.
    open func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
        let sources = try asset.contents().tracks.filter { $0.mediaType == .video || $0.mediaType == .audio }
        guard timeRange.isValid, timeRange.start.isNumeric, timeRange.duration.isNumeric, timeRange.duration > .zero
        else {
            throw AVError(.invalidCompositionTrackSegmentDuration)
        }
        let time = startTime.isValid ? startTime : knownContents.duration
        var free = parts.withLock { $0.tracks }
        for source in sources {
            let place = free.firstIndex { $0.mediaType == source.mediaType }
            guard let target = place.map({ free.remove(at: $0) }) ?? addTrack(like: source) else { continue }
            try target.insertTimeRange(timeRange, of: source, at: time)
        }
        for other in free { other.insertEmptyTimeRange(CMTimeRange(start: time, duration: timeRange.duration)) }
    }

    /// UNKNOWN: tracks that are added for an asset's are turned as those.
    private func addTrack(like source: AVAssetTrack) -> AVMutableCompositionTrack? {
        let made = addMutableTrack(withMediaType: source.mediaType, preferredTrackID: kCMPersistentTrackID_Invalid)
        made?.preferredTransform = source.preferredTransform
        return made
    }

    /// As ``insertTimeRange(_:of:at:)``, and does not make the caller wait while the asset is read.
    public final func insertTimeRange(
        _ timeRange: CMTimeRange,
        of asset: AVAsset,
        at time: CMTime,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        try await asset.loadValues()
        let insert: (CMTimeRange, AVAsset, CMTime) throws -> Void = insertTimeRange(_:of:at:)
        try insert(timeRange, asset, time)
    }

    /// Inserts a stretch that shows nothing into all tracks; what is later moves back.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        for track in parts.withLock({ $0.tracks }) { track.insertEmptyTimeRange(timeRange) }
    }

    /// Takes a range out of all tracks; what is later moves forward.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        for track in parts.withLock({ $0.tracks }) { track.removeTimeRange(timeRange) }
    }
}

extension AVAsynchronousKeyValueLoading where Self: AVMutableComposition {
    /// The tracks.
    public var tracks: [AVMutableCompositionTrack] { parts.withLock { $0.tracks } }

    /// The track with a number.
    public func track(withTrackID trackID: CMPersistentTrackID) -> AVMutableCompositionTrack? {
        tracks.first { $0.trackID == trackID }
    }

    /// The tracks of a kind of media.
    public func tracks(withMediaType mediaType: AVMediaType) -> [AVMutableCompositionTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// The tracks whose media have a characteristic.
    public func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic)
        -> [AVMutableCompositionTrack]
    {
        tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// The tracks of a kind of media.
    nonisolated(nonsending) public func loadTracks(withMediaType mediaType: AVMediaType) async throws
        -> [AVMutableCompositionTrack]
    {
        tracks.filter { $0.mediaType == mediaType }
    }
}

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
