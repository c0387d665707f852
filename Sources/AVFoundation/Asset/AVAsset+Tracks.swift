import CoreMedia
import Foundation
import FoundationExtras

// In extensions of the protocol: subclasses have tracks of classes of their own, which Swift cannot override.
extension AVAsynchronousKeyValueLoading where Self: AVAsset {
    /// The tracks; none if the asset cannot be read.
    public var tracks: [AVAssetTrack] { knownContents.tracks }

    /// The track with a number.
    public func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
        tracks.first { $0.trackID == trackID }
    }

    /// The tracks of a kind of media.
    public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// The tracks whose media have a characteristic.
    public func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
        tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// Finds out the track with a number.
    nonisolated(nonsending) public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws
        -> AVAssetTrack?
    {
        try await loadValues()
        return try contents().tracks.first { $0.trackID == trackID }
    }

    /// Finds out the tracks of a kind of media.
    nonisolated(nonsending) public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack]
    {
        try await loadValues()
        return try contents().tracks.filter { $0.mediaType == mediaType }
    }

    /// Finds out the tracks whose media have a characteristic.
    nonisolated(nonsending) public func loadTracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic)
        async throws
        -> [AVAssetTrack]
    {
        try await loadValues()
        return try contents().tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }
}

extension AVAsset {
    /// Calls a handler with what an operation gives or throws.
    func answer<Value>(
        _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void,
        _ operation: @escaping @Sendable () async throws -> Value?
    ) {
        Task {
            do {
                handler(try await operation(), nil)
            } catch {
                handler(nil, error)
            }
        }
    }

    /// Finds out the track with a number; `nil` for both if there is none.
    @preconcurrency
    public func loadTrack(
        withTrackID trackID: CMPersistentTrackID,
        completionHandler: @escaping @Sendable (AVAssetTrack?, (any Error)?) -> Void
    ) {
        answer(completionHandler) { [me = Shared(self)] in try await me.object.loadTrack(withTrackID: trackID) }
    }

    /// Finds out the tracks of a kind of media.
    @preconcurrency
    public func loadTracks(
        withMediaType mediaType: AVMediaType,
        completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
    ) {
        answer(completionHandler) { [me = Shared(self)] in try await me.object.loadTracks(withMediaType: mediaType) }
    }

    /// Finds out the tracks whose media have a characteristic.
    @preconcurrency
    public func loadTracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
        completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
    ) {
        answer(completionHandler) { [me = Shared(self)] in
            try await me.object.loadTracks(withMediaCharacteristic: mediaCharacteristic)
        }
    }

    /// Finds out the items of a format.
    nonisolated(nonsending) public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
        try await loadValues()
        return try contents().metadata.filter { AVMetadataFormat($0.keySpace) == format }
    }

    /// Finds out the items of a format.
    @preconcurrency
    public func loadMetadata(
        for format: AVMetadataFormat,
        completionHandler: @escaping @Sendable ([AVMetadataItem]?, (any Error)?) -> Void
    ) {
        answer(completionHandler) { [me = Shared(self)] in try await me.object.loadMetadata(for: format) }
    }

    /// Finds out a number that no track has.
    nonisolated(nonsending) public func findUnusedTrackID() async throws -> CMPersistentTrackID {
        try await loadValues()
        return unusedTrackID()
    }

    /// Finds out a number that no track has; `kCMPersistentTrackID_Invalid` with an error.
    @preconcurrency
    public func findUnusedTrackID(completionHandler: @escaping @Sendable (CMPersistentTrackID, (any Error)?) -> Void) {
        answer({ completionHandler($0 ?? kCMPersistentTrackID_Invalid, $1) }) { [me = Shared(self)] in
            try await me.object.findUnusedTrackID()
        }
    }
}
