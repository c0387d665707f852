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
