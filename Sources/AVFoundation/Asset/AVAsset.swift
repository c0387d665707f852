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

/// Would prefer exact times to quick answers; times are always exact here.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
/// Which references to other files are not followed.
public let AVURLAssetReferenceRestrictionsKey = "AVURLAssetReferenceRestrictionsKey"
/// What kind of file it is, whatever its name says; found out by its contents here.
public let AVURLAssetOverrideMIMETypeKey = "AVURLAssetOverrideMIMETypeKey"

/// The asset of a file.
///
/// QuickTime movies, MPEG-4, WAVE and Core Audio files are read, finished or not: of a recording that ended suddenly all whole
/// fragments. DEVIATION: only files of this machine; any other address fails with `NSURLErrorUnsupportedURL`.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    // @unchecked: the loader locks.
    private let loader: AssetLoader
    private let restrictions: AVAssetReferenceRestrictions

    /// Makes the asset of a file, which is not opened yet.
    ///
    /// - Parameters:
    ///   - URL: where it is.
    ///   - options: by the keys `AVURLAsset...Key`. Those for remote files have no effect.
    public init(url URL: URL, options: [String: Any]? = nil) {
        loader = AssetLoader(URL)
        let number = options?[AVURLAssetReferenceRestrictionsKey] as? NSNumber
        restrictions = number.map { AVAssetReferenceRestrictions(rawValue: $0.uintValue) } ?? .defaultPolicy
        super.init()
    }

    /// Makes the asset of a file, which is not opened yet.
    public convenience init(url: URL) {
        self.init(url: url, options: nil)
    }

    /// Where the file is.
    open var url: URL { loader.url }

    /// Which references to other files are not followed.
    open override var referenceRestrictions: AVAssetReferenceRestrictions { restrictions }

    /// Whether media might have to be decrypted; never.
    open var mayRequireContentKeysForMediaDataProcessing: Bool { false }

    override func contents() throws -> AssetContents { try loader.contents(for: self) }

    override var loadingState: LoadingState { loader.loadingState }

    nonisolated(nonsending) override func loadValues() async throws { try await loader.load(for: self) }

    // MARK: Kinds of files

    /// The kinds of files that are read.
    open class func audiovisualTypes() -> [AVFileType] { [.mov, .mp4, .m4v, .m4a, .wav, .caf] }

    /// The kinds of files that are read, by the internet's names.
    open class func audiovisualMIMETypes() -> [String] {
        [
            "video/quicktime", "video/mp4", "video/x-m4v", "audio/mp4", "audio/x-m4a", "audio/wav", "audio/x-wav",
            "audio/vnd.wave", "audio/x-caf",
        ]
    }

    /// Whether files of a kind, with codecs if it names some, can be decoded.
    ///
    /// - Parameter extendedMIMEType: such as `video/mp4; codecs="avc1.64001f, mp4a.40.2"`.
    open class func isPlayableExtendedMIMEType(_ extendedMIMEType: String) -> Bool {
        let parts = extendedMIMEType.split(separator: ";", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        guard let type = parts.first?.lowercased(), audiovisualMIMETypes().contains(type) else { return false }
        guard parts.count > 1, let list = parts[1].split(separator: "=", maxSplits: 1).last else { return true }
        let known: Set<Substring> = ["avc1", "avc3", "hvc1", "hev1", "mp4a", "jpeg", "lpcm"]
        return list.split(separator: ",").allSatisfy { codec in
            let name = codec.trimmingCharacters(in: CharacterSet(charactersIn: " \""))
            return known.contains(name.split(separator: ".").first ?? "")
        }
    }
}

/// Which references from one file to another are not followed.
///
/// None ever are here: a movie whose media lie in another file has no media.
public struct AVAssetReferenceRestrictions: OptionSet, Sendable {
    /// Apple's number.
    public let rawValue: UInt

    /// Makes a set from Apple's number.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// From remote files to local ones.
    public static let forbidRemoteReferenceToLocal = AVAssetReferenceRestrictions(rawValue: 1)
    /// From local files to remote ones.
    public static let forbidLocalReferenceToRemote = AVAssetReferenceRestrictions(rawValue: 2)
    /// From one server to another.
    public static let forbidCrossSiteReference = AVAssetReferenceRestrictions(rawValue: 4)
    /// From local files to local ones.
    public static let forbidLocalReferenceToLocal = AVAssetReferenceRestrictions(rawValue: 8)
    /// All.
    public static let forbidAll = AVAssetReferenceRestrictions(rawValue: 0xffff)
    /// What holds unless something else is asked for.
    public static let defaultPolicy: AVAssetReferenceRestrictions = .forbidLocalReferenceToRemote
}
