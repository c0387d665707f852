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
