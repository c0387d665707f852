import CaptureCore
import CoreMedia
import Foundation
import FoundationExtras
import Synchronization

/// One track of the file that an asset writer makes, exactly as Apple's class of the same name.
open class AVAssetWriterInput: NSObject, KeyValueObservable {
    // Safe on any thread: all that changes lies in mutexes.

    /// What clients set before writing.
    struct Configuration: @unchecked Sendable {
        // @unchecked: items of metadata guard their fields with a lock.

        var metadata: [AVMetadataItem] = []
        var isRealTime = false
        var languageCode: String?
        var extendedLanguageTag: String?
        var naturalSize = CGSize.zero
        var transform = CGAffineTransform.identity
        var isEnabled: Bool
        var mediaTimeScale: CMTimeScale = 0
        var performsMultiPass = false
        var volume: Float = 1
        var chunkDuration = CMTime.invalid
    }

    struct Attachment: @unchecked Sendable {
        // @unchecked: a writer guards its state with locks.

        weak var writer: AVAssetWriter?
        var isAttached = false
        var track: WriterTrack?
        var isMarkedAsFinished = false
        var droppedSamples = 0
        var hasAdaptor = false
        var pass: AVAssetWriterInputPassDescription?
        var passes: PassResponder?
    }

    /// The kind of media.
    public let mediaType: AVMediaType
    /// What the input was made with; `nil` means that samples are written as they come.
    public let outputSettings: [String: Any]?
    /// What the samples will be.
    public let sourceFormatHint: CMFormatDescription?
    /// What the settings mean.
    let plan: TrackEncodingPlan

    let configuration: Mutex<Configuration>
    let attachment = Mutex(Attachment())
    /// What observers were told of `isReadyForMoreMediaData` last. Locked before everything else that readiness depends on.
    let reportedReadiness = Mutex(false)
    let outbox = Outbox()
    let requester = MediaRequester()

    package let keyValueObservers = KeyValueObserverRegistry()

    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVAssetWriterInput>(_: Root.Type) -> [AnyKeyPath] {
            [\Root.isReadyForMoreMediaData, \Root.canPerformMultiplePasses, \Root.currentPassDescription]
        }
        guard let root = root as? any (AVAssetWriterInput & KeyValueObservable).Type else { return [] }
        return list(root)
    }

    /// Makes an input.
    ///
    /// Settings that lack something, contradict each other, or that no encoder can follow, stop the program (S-196).
    ///
    /// - Parameters:
    ///   - mediaType: `.video` or `.audio`; in QuickTime movies also `.metadata`, `.text` and `.subtitle`, without settings.
    ///   - outputSettings: how to encode; `nil` writes samples as they come (S-195).
    ///   - sourceFormatHint: what the samples will be. Needed for pass-through to anything but QuickTime movies (S-195).
    public init(
        mediaType: AVMediaType,
        outputSettings: [String: Any]?,
        sourceFormatHint: CMFormatDescription?
    ) {
        do {
            plan = try TrackEncodingPlan(mediaType: mediaType, settings: outputSettings, hint: sourceFormatHint)
        } catch {
            error.raise("AVAssetWriterInput initWithMediaType:outputSettings:sourceFormatHint:")
        }
        self.mediaType = mediaType
        self.outputSettings = outputSettings
        self.sourceFormatHint = sourceFormatHint
        configuration = Mutex(Configuration(isEnabled: true))
        super.init()
    }

    /// As ``init(mediaType:outputSettings:sourceFormatHint:)`` without a hint.
    public convenience init(mediaType: AVMediaType, outputSettings: [String: Any]?) {
        self.init(mediaType: mediaType, outputSettings: outputSettings, sourceFormatHint: nil)
    }

    // MARK: Properties, to be set before writing (S-193)

    /// Whether samples come as fast as they are made by something that cannot wait; false at first. Must be true for cameras
    /// and microphones, so that readiness is never withheld for the sake of interleaving (S-189).
    open var expectsMediaDataInRealTime: Bool {
        get { configuration.withLock { $0.isRealTime } }
        set { set(\.isRealTime, to: newValue, method: "setExpectsMediaDataInRealTime:") }
    }

    /// What is written about the track.
    ///
    /// Must stay empty: files of this writer have metadata of the whole movie only.
    open var metadata: [AVMetadataItem] {
        get { configuration.withLock { $0.metadata } }
        set {
            guard newValue.isEmpty else {
                WriterRefusal.argument("Metadata of a single track is not supported; set AVAssetWriter.metadata")
                    .raise("AVAssetWriterInput setMetadata:")
            }
            set(\.metadata, to: newValue, method: "setMetadata:")
        }
    }

    /// The language of the track as an ISO 639-2/T code; `nil` at first.
    open var languageCode: String? {
        get { configuration.withLock { $0.languageCode } }
        set { set(\.languageCode, to: newValue, method: "setLanguageCode:") }
    }

    /// How the picture is turned when it is shown; the identity at first.
    open var transform: CGAffineTransform {
        get { configuration.withLock { $0.transform } }
        set { set(\.transform, to: newValue, method: "setTransform:") }
    }

    /// Whether players show the track unless told otherwise; true at first.
    open var marksOutputTrackAsEnabled: Bool {
        get { configuration.withLock { $0.isEnabled } }
        set { set(\.isEnabled, to: newValue, method: "setMarksOutputTrackAsEnabled:") }
    }

    /// The time scale of the track; 0 at first, which leaves it to the writer. For sound it cannot be set.
    open var mediaTimeScale: CMTimeScale {
        get { configuration.withLock { $0.mediaTimeScale } }
        set {
            guard mediaType != .audio else {
                WriterRefusal.argument("The time scale of an audio track cannot be set")
                    .raise("AVAssetWriterInput setMediaTimeScale:")
            }
            guard newValue >= 0 else {
                WriterRefusal.argument("The time scale must not be negative").raise(
                    "AVAssetWriterInput setMediaTimeScale:"
                )
            }
            set(\.mediaTimeScale, to: newValue, method: "setMediaTimeScale:")
        }
    }

    func set<Value>(_ property: WritableKeyPath<Configuration, Value>, to value: Value, method: String) {
        requireConfiguring(method)
        configuration.withLock { $0[keyPath: property] = value }
    }

    /// Stops the program unless writing has not begun yet (S-193).
    func requireConfiguring(_ method: String) {
        let status = status
        if status != .unknown { WriterRefusal.status(status).raise("AVAssetWriterInput \(method)") }
    }

    // MARK: The writer

    var writer: AVAssetWriter? { attachment.withLock { $0.writer } }

    /// The writer's status; unknown without one.
    var status: WriterStateMachine.Status { writer?.life.withLock { $0.status } ?? .unknown }

    /// Whether the input belongs to a writer, or did.
    var isAttached: Bool { attachment.withLock { $0.isAttached } }

    /// - Returns: false if the input belonged to a writer already.
    func attach(to writer: AVAssetWriter) -> Bool {
        attachment.withLock { attachment in
            guard !attachment.isAttached else { return false }
            attachment.isAttached = true
            attachment.writer = writer
            return true
        }
    }

    /// Writing began.
    func begin(_ track: WriterTrack) {
        attachment.withLock { $0.track = track }
        beginPass()
        readinessMayHaveChanged()
    }

    var track: WriterTrack? { attachment.withLock { $0.track } }

    /// How many samples were dropped by ``appendOrDrop(_:)``.
    package var droppedSampleCount: Int { attachment.withLock { $0.droppedSamples } }
}

extension AVAssetWriterInput {
    /// Where in the file a track's media lie.
    public struct MediaDataLocation: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Among the media of the other tracks.
        public static let interleavedWithMainMediaData = MediaDataLocation(
            rawValue: "AVAssetWriterInputMediaDataLocationInterleavedWithMainMediaData"
        )
        /// Before the media of the other tracks.
        public static let beforeMainMediaDataNotInterleaved = MediaDataLocation(
            rawValue: "AVAssetWriterInputMediaDataLocationBeforeMainMediaDataNotInterleaved"
        )
        /// Among the media of the other tracks, in larger pieces.
        public static let sparselyInterleavedWithMainMediaData = MediaDataLocation(
            rawValue: "AVAssetWriterInputMediaDataLocationSparselyInterleavedWithMainMediaData"
        )
    }

    /// Where in the file the track's media lie: always among those of the other tracks; any other value stops the program.
    public var mediaDataLocation: MediaDataLocation {
        get { .interleavedWithMainMediaData }
        set {
            requireConfiguring("setMediaDataLocation:")
            guard newValue == .interleavedWithMainMediaData else {
                WriterRefusal.argument("Only interleaved media data is supported")
                    .raise("AVAssetWriterInput setMediaDataLocation:")
            }
        }
    }
}

/// What the track says about itself, and how its media lie in the file. To be set before writing (S-193).
extension AVAssetWriterInput {
    /// The language as a tag of BCP 47, such as `zh-Hant-TW`; `nil` at first. Players prefer it to ``languageCode``.
    ///
    /// What is no such tag stops the program.
    public var extendedLanguageTag: String? {
        get { configuration.withLock { $0.extendedLanguageTag } }
        set {
            if let newValue, !Self.isLanguageTag(newValue) {
                WriterRefusal.argument("\(newValue) is not a language tag of BCP 47")
                    .raise("AVAssetWriterInput setExtendedLanguageTag:")
            }
            set(\.extendedLanguageTag, to: newValue, method: "setExtendedLanguageTag:")
        }
    }

    /// Parts of up to eight letters and digits, the first of letters only.
    private static func isLanguageTag(_ tag: String) -> Bool {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        return tag.utf8.count < 128 && parts[0].allSatisfy(\.isLetter)
            && parts.allSatisfy {
                (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
    }

    /// How loud the sound is to be played, from 0 to 1; 1 at first. Only for sound, whose players it advises: what is written does
    /// not change. Anything else stops the program.
    public var preferredVolume: Float {
        get { configuration.withLock { $0.volume } }
        set {
            guard (0...1).contains(newValue), mediaType == .audio || newValue == 1 else {
                WriterRefusal.argument("The volume must be from 0 to 1, and is for audio tracks only")
                    .raise("AVAssetWriterInput setPreferredVolume:")
            }
            set(\.volume, to: newValue, method: "setPreferredVolume:")
        }
    }

    /// How long a piece of the track's media is at most that lies in the file without other tracks' in between; invalid at first,
    /// which leaves it to the writer.
    ///
    /// DEVIATION: from a fiftieth of a second on, and never longer than a second; all tracks follow the shortest that is asked for.
    public var preferredMediaChunkDuration: CMTime {
        get { configuration.withLock { $0.chunkDuration } }
        set {
            guard !newValue.isNumeric || newValue > .zero else {
                WriterRefusal.argument("The duration must be positive")
                    .raise("AVAssetWriterInput setPreferredMediaChunkDuration:")
            }
            set(\.chunkDuration, to: newValue, method: "setPreferredMediaChunkDuration:")
        }
    }
}

extension AVAssetWriterInput {
    /// Whether the track can refer to another one: no.
    public func canAddTrackAssociation(
        withTrackOf input: AVAssetWriterInput,
        type trackAssociationType: String
    ) -> Bool { false }

    /// Lets the track refer to another one; stops the program, as
    /// ``canAddTrackAssociation(withTrackOf:type:)`` is false.
    public func addTrackAssociation(withTrackOf input: AVAssetWriterInput, type trackAssociationType: String) {
        WriterRefusal.argument(
            "Track associations are not supported (-canAddTrackAssociationWithTrackOfInput:type: is NO)"
        )
        .raise("AVAssetWriterInput addTrackAssociationWithTrackOfInput:type:")
    }

    /// The size at which the track is shown; zero at first, which is that of its pictures.
    ///
    /// DEVIATION: files of this writer have no other size than the pictures'. One that is neither zero nor theirs stops the program,
    /// and so does setting it after writing has started (S-193).
    public var naturalSize: CGSize {
        get { configuration.withLock { $0.naturalSize } }
        set {
            guard newValue == .zero || newValue == plan.frameSize else {
                WriterRefusal.argument("The natural size must be that of the pictures, \(plan.frameSize ?? .zero)")
                    .raise("AVAssetWriterInput setNaturalSize:")
            }
            set(\.naturalSize, to: newValue, method: "setNaturalSize:")
        }
    }

    /// How contiguous pieces of the track's media are aligned.
    @available(*, unavailable, message: "The writer chooses how media are interleaved.")
    public var preferredMediaChunkAlignment: Int {
        get { 0 }
        set {}
    }

    /// Where media that are only referred to lie.
    @available(*, unavailable, message: "Files are always self-contained.")
    public var sampleReferenceBaseURL: URL? {
        get { nil }
        set {}
    }
}
