import CoreMedia
import Foundation
import FoundationExtras

/// Timed media: tracks of pictures and sound, and what is said about them.
///
/// What an asset consists of is not known until it has been asked for, by `load(_:)` without making anybody wait, or by the older
/// properties, which read on the caller's thread and say zero or nothing of what cannot be read. What reading costs is bounded by
/// the file's size, whatever the file says.
///
/// Any thread.
open class AVAsset: NSObject, NSCopying, AVAsynchronousKeyValueLoading, DeferredValues {
    // Safe on any thread: all that changes lies in mutexes of the subclasses.

    override init() {
        super.init()
    }

    /// What the asset consists of; reads on the caller's thread.
    func contents() throws -> AssetContents { AssetContents() }

    var loadingState: LoadingState { .loaded }

    nonisolated(nonsending) func loadValues() async throws {}

    /// What the asset consists of; nothing if it cannot be read.
    var knownContents: AssetContents { (try? contents()) ?? AssetContents() }

    /// The same asset: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: What it is

    /// From the beginning to the end of the last track; zero if the asset cannot be read.
    open var duration: CMTime { knownContents.duration }
    /// The rate at which it is to be played: 1.
    open var preferredRate: Float { 1 }
    /// The volume at which it is to be played: 1.
    open var preferredVolume: Float { 1 }
    /// How the whole is to be turned: not at all; tracks say it for themselves.
    open var preferredTransform: CGAffineTransform { .identity }
    /// Whether duration and times are exact: they always are.
    open var providesPreciseDurationAndTiming: Bool { true }
    /// The least distance from live streams; invalid for files.
    open var minimumTimeOffsetFromLive: CMTime { .invalid }
    /// Which references to other files are not followed.
    open var referenceRestrictions: AVAssetReferenceRestrictions { .defaultPolicy }
    /// Whether the media are protected against copying; never.
    open var hasProtectedContent: Bool { false }
    /// Whether the file could be extended by fragments.
    open var canContainFragments: Bool { knownContents.isMovie && knownContents.containsFragments }
    /// Whether the file consists of fragments.
    open var containsFragments: Bool { knownContents.containsFragments }

    // MARK: What can be done with it

    /// Whether it has anything that can be decoded.
    open var isPlayable: Bool { knownContents.tracks.contains { $0.isPlayable } }
    /// Whether an export session takes it.
    open var isExportable: Bool { isReadable }
    /// Whether an asset reader takes it.
    open var isReadable: Bool { knownContents.tracks.contains { !$0.contents.formats.isEmpty } }
    /// Whether compositions take parts of it.
    open var isComposable: Bool { isReadable }
    /// Whether phones' photo libraries take it: a movie of H.264 or HEVC.
    open var isCompatibleWithSavedPhotosAlbum: Bool {
        let contents = knownContents
        return contents.isMovie
            && contents.tracks.contains { track in
                track.contents.formats.contains { $0.mediaSubType == .h264 || $0.mediaSubType == .hevc }
            }
    }
    /// Whether it can be sent to another screen; never from here.
    open var isCompatibleWithAirPlayVideo: Bool { false }

    // MARK: What is said about it

    /// All items.
    open var metadata: [AVMetadataItem] { knownContents.metadata }
    /// Items that mean the same in all formats: those with a common key.
    open var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }
    /// When it was begun.
    open var creationDate: AVMetadataItem? { knownContents.creationDate }
    /// The words of a song.
    open var lyrics: String? { metadata.first { $0.identifier?.rawValue == "itsk/%A9lyr" }?.stringValue }
    /// The formats that there are items of.
    open var availableMetadataFormats: [AVMetadataFormat] { Self.formats(of: metadata) }

    /// The items of a format.
    open func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
        metadata.filter { AVMetadataFormat($0.keySpace) == format }
    }

    static func formats(of items: [AVMetadataItem]) -> [AVMetadataFormat] {
        items.map { AVMetadataFormat($0.keySpace) }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    // MARK: Tracks

    /// A number that no track has.
    open func unusedTrackID() -> CMPersistentTrackID {
        let used = Set(knownContents.tracks.map(\.trackID))
        return (1...CMPersistentTrackID.max).first { !used.contains($0) } ?? kCMPersistentTrackID_Invalid
    }

    // MARK: Finding it out

    /// Finds out values; see ``AVAsynchronousKeyValueLoading``.
    @preconcurrency
    open func loadValuesAsynchronously(
        forKeys keys: [String],
        completionHandler handler: (@Sendable () -> Void)? = nil
    ) {
        Task { [me = Shared(self)] in
            try? await me.object.loadValues()
            handler?()
        }
    }

    /// How far a value is; see ``AVAsynchronousKeyValueLoading``.
    open func statusOfValue(forKey key: String, error outError: UnsafeMutablePointer<NSError?>?) -> AVKeyValueStatus {
        let state = loadingState
        if case .failed(let error) = state { outError?.pointee = error }
        return state.status
    }

    /// Would give up finding out values; they are found out all the same, which costs little.
    open func cancelLoading() {}
}

/// Lets an initializer of ``AVAsset`` give an object of a subclass, which Swift's classes cannot by themselves.
public protocol _AssetInitialization {}

extension AVAsset: _AssetInitialization {}

extension _AssetInitialization where Self: AVAsset {
    /// Makes the asset of a file: an ``AVURLAsset``.
    public init(url: URL) {
        let made: AVAsset = AVURLAsset(url: url, options: nil)
        guard let asset = made as? Self else { preconditionFailure("only AVAsset inherits this initializer") }
        self = asset
    }
}
