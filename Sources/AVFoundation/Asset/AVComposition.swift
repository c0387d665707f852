import CaptureCore
import CoreMedia
import Foundation
import Synchronization

/// Parts of movies, put together without changing their files.
///
/// A composition can be read, exported and made images of as any asset.
open class AVComposition: AVAsset {
    // Safe on any thread: what changes lies in the mutex.
    struct Parts: @unchecked Sendable {
        // @unchecked: tracks may be used on any thread.
        var tracks: [AVMutableCompositionTrack] = []
        var naturalSize: CGSize?
    }

    let parts: Mutex<Parts>
    /// What the assets of the files are made with.
    open var urlAssetInitializationOptions: [String: Any] { [:] }

    init(_ parts: Parts) {
        self.parts = Mutex(parts)
        super.init()
    }

    override func contents() throws -> AssetContents {
        var contents = AssetContents()
        contents.tracks = parts.withLock { $0.tracks }
        contents.duration = contents.tracks.map { TrackEditing($0.contents.sources).end }.max() ?? .zero
        return contents
    }

    /// The size of the pictures: the first track's unless another was set.
    open var naturalSize: CGSize {
        let (size, tracks) = parts.withLock { ($0.naturalSize, $0.tracks) }
        return size ?? tracks.first { $0.mediaType == .video }?.naturalSize ?? .zero
    }

    /// A composition of the same parts that does not change.
    open override func copy(with zone: NSZone? = nil) -> Any { copyParts(to: AVComposition(Parts())) }

    /// A composition of the same parts that can be edited.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { copyParts(to: AVMutableComposition()) }

    private func copyParts(to copy: AVComposition) -> AVComposition {
        var own = parts.withLock { $0 }
        own.tracks = own.tracks.map { AVMutableCompositionTrack($0.contents, of: copy) }
        copy.parts.withLock { $0 = own }
        return copy
    }
}

extension AVComposition: NSMutableCopying {}

extension AVAsynchronousKeyValueLoading where Self: AVComposition {
    /// The tracks.
    public var tracks: [AVCompositionTrack] { parts.withLock { $0.tracks } }

    /// The track with a number.
    public func track(withTrackID trackID: CMPersistentTrackID) -> AVCompositionTrack? {
        tracks.first { $0.trackID == trackID }
    }

    /// The tracks of a kind of media.
    public func tracks(withMediaType mediaType: AVMediaType) -> [AVCompositionTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// The tracks whose media have a characteristic.
    public func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVCompositionTrack] {
        tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// The track with a number.
    nonisolated(nonsending) public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws
        -> AVCompositionTrack?
    {
        tracks.first { $0.trackID == trackID }
    }

    /// The tracks of a kind of media.
    nonisolated(nonsending) public func loadTracks(withMediaType mediaType: AVMediaType) async throws
        -> [AVCompositionTrack]
    {
        tracks.filter { $0.mediaType == mediaType }
    }
}

/// A track of a composition: stretches of files' tracks, one after the other.
open class AVCompositionTrack: AVAssetTrack {
    // Safe on any thread: what changes lies in the mutex.
    let edited: Mutex<TrackContents>

    override init(_ contents: TrackContents, of asset: AVAsset?) {
        edited = Mutex(contents)
        super.init(contents, of: asset)
    }

    override var contents: TrackContents { edited.withLock { $0 } }
}

extension AVAsynchronousKeyValueLoading where Self: AVCompositionTrack {
    /// The stretches of the track's time.
    public var segments: [AVCompositionTrackSegment] { contents.sources.map { AVCompositionTrackSegment($0) } }

    /// The stretch that a moment is in.
    public func segment(forTrackTime trackTime: CMTime) -> AVCompositionTrackSegment? {
        segments.first { $0.timeMapping.target.containsTime(trackTime) }
    }
}

/// A stretch of a composition's track: which part of which file is shown in it.
open class AVCompositionTrackSegment: AVAssetTrackSegment, @unchecked Sendable {
    // @unchecked: inherited.
    private let media: (url: URL, trackID: CMPersistentTrackID)?

    /// Makes a stretch that shows a part of a file's track.
    ///
    /// - Parameters:
    ///   - URL: the file.
    ///   - trackID: the track's number.
    ///   - sourceTimeRange: the part.
    ///   - targetTimeRange: when it is shown; as long as the part: speed is not changed here.
    public init(
        url URL: URL,
        trackID: CMPersistentTrackID,
        sourceTimeRange: CMTimeRange,
        targetTimeRange: CMTimeRange
    ) {
        media = (URL, trackID)
        super.init(CMTimeMapping(source: sourceTimeRange, target: targetTimeRange))
    }

    /// Makes a stretch that shows nothing.
    public init(timeRange: CMTimeRange) {
        media = nil
        super.init(CMTimeMapping(source: .invalid, target: timeRange))
    }

    convenience init(_ source: TrackSource) {
        if let media = source.media {
            self.init(
                url: media.url,
                trackID: media.trackID,
                sourceTimeRange: media.range,
                targetTimeRange: source.target
            )
        } else {
            self.init(timeRange: source.target)
        }
    }

    /// Whether nothing is shown.
    open override var isEmpty: Bool { media == nil }
    /// The file; `nil` if nothing is shown.
    open var sourceURL: URL? { media?.url }
    /// The number of the file's track; `kCMPersistentTrackID_Invalid` if nothing is shown.
    open var sourceTrackID: CMPersistentTrackID { media?.trackID ?? kCMPersistentTrackID_Invalid }
}
