import CaptureCore
import CoreMedia
import Foundation
import FoundationExtras
import Synchronization
import UniformTypeIdentifiers

/// Writes samples to one movie or sound file, exactly as Apple's class of the same name.
///
/// The order of calls is: add inputs, ``startWriting()``, ``startSession(atSourceTime:)``, append to the inputs, mark them
/// as finished, ``finishWriting(completionHandler:)`` (S-185). Any thread may call; what Apple's class answers with an
/// exception stops the program here. Encoding and writing happen on queues of the writer's own, so that appending never waits
/// for an encoder or for the disk (S-189).
open class AVAssetWriter: NSObject, KeyValueObservable {
    // Safe on any thread: all that changes lies in mutexes.

    /// What clients set before writing.
    struct Configuration: @unchecked Sendable {
        // @unchecked: inputs and items of metadata guard their state with locks.

        var metadata: [AVMetadataItem] = []
        var optimizesForNetworkUse = false
        var temporaryFiles: URL?
        var movieFragmentInterval = CMTime.invalid
        var initialFragmentInterval = CMTime.invalid
        var overallDurationHint = CMTime.invalid
        var movieTimeScale: CMTimeScale = 0
        var inputs: [AVAssetWriterInput] = []
        var groups: [AVAssetWriterInputGroup] = []
        var hooks = Hooks()
        var segments = SegmentConfiguration()
    }

    /// Where the file goes. UNKNOWN what Apple says for segments; here it is `/dev/null`.
    public let outputURL: URL
    /// What kind of file it becomes.
    public let outputFileType: AVFileType
    /// What the kind of file allows.
    let fileKind: WriterFileKind

    /// Whether segments are made in place of a file.
    let producesSegments: Bool

    let configuration = Mutex(Configuration())
    let segmentDelegate = Mutex(WeakDelegate())
    let life = Mutex(WriterStateMachine())
    /// Tells of the status, in the order of its changes, which several threads make.
    let outbox = Outbox()
    /// What encodes and writes; there from `startWriting()` on.
    let engine = Mutex<WriterEngine?>(nil)

    package let keyValueObservers = KeyValueObserverRegistry()

    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVAssetWriter>(_: Root.Type) -> [AnyKeyPath] { [\Root.status] }
        guard let root = root as? any (AVAssetWriter & KeyValueObservable).Type else { return [] }
        return list(root)
    }

    /// Makes a writer. The file is made by ``startWriting()``, which fails if there is one already (S-186).
    ///
    /// A URL that is no file's, or a kind of file that cannot be written, stops the program.
    ///
    /// - Throws: nothing at present; errors of the file system appear when writing starts.
    public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
        guard outputURL.isFileURL else {
            programmerError(
                .invalidArgument,
                "*** -[AVAssetWriter initWithURL:fileType:error:] invalid parameter not satisfying: [outputURL isFileURL]"
            )
        }
        guard let kind = WriterFileKind(outputFileType) else {
            programmerError(
                .invalidArgument,
                "*** -[AVAssetWriter initWithURL:fileType:error:] Invalid file type UTI: \(outputFileType.rawValue)"
            )
        }
        self.outputURL = outputURL
        self.outputFileType = outputFileType
        fileKind = kind
        producesSegments = false
        super.init()
    }

    /// Makes a writer of segments for streaming, which ``delegate`` receives. There is no file.
    ///
    /// Set ``outputFileTypeProfile``, ``preferredOutputSegmentInterval``, ``initialSegmentStartTime`` and ``delegate`` before
    /// writing. Segments' times are the source's.
    ///
    /// - Parameter outputContentType: `UTType(AVFileType.mp4.rawValue)!`. DEVIATION: anything but MPEG-4 stops the program.
    public init(contentType outputContentType: UTType) {
        let type = AVFileType(rawValue: outputContentType.identifier)
        guard let kind = WriterFileKind(type), kind.container == .mp4 else {
            programmerError(
                .invalidArgument,
                "*** -[AVAssetWriter initWithContentType:] Invalid content type: \(outputContentType.identifier)"
            )
        }
        outputURL = URL(fileURLWithPath: "/dev/null")
        outputFileType = type
        fileKind = kind
        producesSegments = true
        super.init()
    }

    /// As ``init(outputURL:fileType:)``.
    public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
        try self.init(outputURL: outputURL, fileType: outputFileType)
    }

    deinit {
        // A writer that is let go in the middle leaves what it wrote; there is nobody to ask for an end.
        engine.withLock { $0?.abandon() }
    }

    // MARK: State

    /// How far the writer is; from any thread, observable (S-184).
    open var status: Status { Status(life.withLock { $0.status }) }

    /// What went wrong, when `status` is `.failed`: an `AVError` with the cause under `NSUnderlyingErrorKey`.
    open var error: (any Error)? { life.withLock { $0.error } }

    // MARK: Properties, to be set before writing (S-193)

    /// What is written about the whole movie.
    ///
    /// Written are items whose identifiers the kind of file has a place for; see the documentation of the asset writer.
    open var metadata: [AVMetadataItem] {
        get { configuration.withLock { $0.metadata } }
        set { set(\.metadata, to: newValue, method: "setMetadata:") }
    }

    /// Whether the index comes before the media; false at first.
    ///
    /// DEVIATION: finished files always have it there.
    open var shouldOptimizeForNetworkUse: Bool {
        get { configuration.withLock { $0.optimizesForNetworkUse } }
        set { set(\.optimizesForNetworkUse, to: newValue, method: "setShouldOptimizeForNetworkUse:") }
    }

    /// Where temporary files may go. This writer needs none.
    open var directoryForTemporaryFiles: URL? {
        get { configuration.withLock { $0.temporaryFiles } }
        set {
            if let newValue, !newValue.isFileURL {
                refuseArgument("setDirectoryForTemporaryFiles:", "must be a file URL")
            }
            set(\.temporaryFiles, to: newValue, method: "setDirectoryForTemporaryFiles:")
        }
    }

    /// How much of the movie a fragment holds; what is in whole fragments survives a crash. Invalid at first: no fragments
    /// (S-197).
    ///
    /// While the file is written it consists of fragments; once finished it is an ordinary file.
    open var movieFragmentInterval: CMTime {
        get { configuration.withLock { $0.movieFragmentInterval } }
        set {
            guard !newValue.isNumeric || newValue > .zero else {
                refuseArgument("setMovieFragmentInterval:", "The interval must be positive")
            }
            set(\.movieFragmentInterval, to: newValue, method: "setMovieFragmentInterval:")
        }
    }

    /// How much of the movie the first fragment holds; invalid at first, which leaves it to the writer. Only while the file is
    /// written, as ``movieFragmentInterval``.
    ///
    /// DEVIATION: it lasts from a fiftieth of a second to a second, and a tenth of a second if nothing is set.
    open var initialMovieFragmentInterval: CMTime {
        get { configuration.withLock { $0.initialFragmentInterval } }
        set {
            guard !newValue.isNumeric || newValue > .zero else {
                refuseArgument("setInitialMovieFragmentInterval:", "The interval must be positive")
            }
            set(\.initialFragmentInterval, to: newValue, method: "setInitialMovieFragmentInterval:")
        }
    }

    /// How long the movie is expected to be; invalid at first, which says nothing, as zero and infinity do. The writer keeps room for
    /// the index by it.
    open var overallDurationHint: CMTime {
        get { configuration.withLock { $0.overallDurationHint } }
        set {
            guard !newValue.isNumeric || newValue >= .zero else {
                refuseArgument("setOverallDurationHint:", "The hint must not be negative")
            }
            set(\.overallDurationHint, to: newValue, method: "setOverallDurationHint:")
        }
    }

    /// The time scale of the movie; 0 at first, which leaves it to the writer.
    open var movieTimeScale: CMTimeScale {
        get { configuration.withLock { $0.movieTimeScale } }
        set {
            guard newValue >= 0 else { refuseArgument("setMovieTimeScale:", "The time scale must not be negative") }
            set(\.movieTimeScale, to: newValue, method: "setMovieTimeScale:")
        }
    }

    /// What kinds of media the file can hold.
    open var availableMediaTypes: [AVMediaType] { fileKind.mediaTypes }

    /// The inputs, in the order in which they were added.
    open var inputs: [AVAssetWriterInput] { configuration.withLock { $0.inputs } }

    /// The groups, in the order in which they were added.
    open var inputGroups: [AVAssetWriterInputGroup] { configuration.withLock { $0.groups } }

    func set<Value>(_ property: WritableKeyPath<Configuration, Value>, to value: Value, method: String) {
        requireConfiguring(method)
        configuration.withLock { $0[keyPath: property] = value }
    }

    /// Stops the program unless writing has not begun yet (S-193).
    func requireConfiguring(_ method: String) {
        do {
            try life.withLock { state throws(WriterRefusal) in try state.configure() }
        } catch {
            error.raise("AVAssetWriter \(method)")
        }
    }

    func refuseArgument(_ method: String, _ reason: String) -> Never {
        WriterRefusal.argument(reason).raise("AVAssetWriter \(method)")
    }
}

extension AVAssetWriter {
    /// How far a writer is. Documented: S-184.
    public enum Status: Int, Sendable, CaseIterable {
        /// Not started yet.
        case unknown = 0
        /// Takes samples, or finishes.
        case writing = 1
        /// The file is done.
        case completed = 2
        /// Something went wrong; see `error`.
        case failed = 3
        /// Cancelled by the client; the file is gone.
        case cancelled = 4
    }
}

extension AVAssetWriter.Status {
    init(_ status: WriterStateMachine.Status) {
        switch status {
        case .unknown: self = .unknown
        case .writing: self = .writing
        case .completed: self = .completed
        case .failed: self = .failed
        case .cancelled: self = .cancelled
        }
    }
}

/// Receives the segments of a stream, exactly as Apple's protocol of the same name.
///
/// Both methods are optional; the one with the report is called if it is there, else the other.
public protocol AVAssetWriterDelegate: NSObjectProtocol, Sendable {
    /// A segment is complete. On a queue of the writer's, one call after the other.
    ///
    /// - Parameters:
    ///   - writer: the writer.
    ///   - segmentData: the segment: what players need at first, or a fragment.
    ///   - segmentType: which of the two it is.
    ///   - segmentReport: what is in it; nil for what players need at first.
    func assetWriter(
        _ writer: AVAssetWriter,
        didOutputSegmentData segmentData: Data,
        segmentType: AVAssetSegmentType,
        segmentReport: AVAssetSegmentReport?
    )

    /// A segment is complete. On a queue of the writer's, one call after the other.
    func assetWriter(
        _ writer: AVAssetWriter,
        didOutputSegmentData segmentData: Data,
        segmentType: AVAssetSegmentType
    )
}

extension AVAssetWriterDelegate {
    /// Leaves it to the method without a report.
    public func assetWriter(
        _ writer: AVAssetWriter,
        didOutputSegmentData segmentData: Data,
        segmentType: AVAssetSegmentType,
        segmentReport: AVAssetSegmentReport?
    ) {
        assetWriter(writer, didOutputSegmentData: segmentData, segmentType: segmentType)
    }

    /// Does nothing.
    public func assetWriter(
        _ writer: AVAssetWriter,
        didOutputSegmentData segmentData: Data,
        segmentType: AVAssetSegmentType
    ) {}
}

extension AVAssetWriter {
    /// Whether the file can hold what settings describe.
    ///
    /// - Parameters:
    ///   - outputSettings: what an input of the media type would be made with; `nil` means pass-through.
    ///   - mediaType: the kind of media.
    public func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
        guard fileKind.mediaTypes.contains(mediaType) else { return false }
        guard let outputSettings else { return true }
        guard let plan = try? TrackEncodingPlan(mediaType: mediaType, settings: outputSettings, hint: nil) else {
            return false
        }
        return fileKind.refusal(of: plan) == nil
    }

    /// Whether ``add(_:)-(AVAssetWriterInput)`` would take an input.
    public func canAdd(_ input: AVAssetWriterInput) -> Bool {
        status == .unknown && refusal(of: input) == nil
    }

    /// Adds an input. Not once writing has started (S-185), not twice, and only what the file can hold (S-195).
    public func add(_ input: AVAssetWriterInput) {
        requireConfiguring("addInput:")
        if let refusal = refusal(of: input) { refusal.raise("AVAssetWriter addInput:") }
        guard input.attach(to: self) else {
            WriterRefusal.argument("Cannot add an input that has been added to a writer already")
                .raise("AVAssetWriter addInput:")
        }
        configuration.withLock { $0.inputs.append(input) }
    }

    private func refusal(of input: AVAssetWriterInput) -> WriterRefusal? {
        if input.isAttached {
            return .argument("Cannot add an input that has been added to a writer already")
        }
        guard fileKind.mediaTypes.contains(input.mediaType) else {
            return .argument(
                "Media type \(input.mediaType.rawValue) is not supported by file type \(outputFileType.rawValue)"
            )
        }
        if inputs.count >= fileKind.maximumTracks {
            return .argument("File type \(outputFileType.rawValue) cannot hold more tracks")
        }
        return fileKind.refusal(of: input.plan)
    }

    /// Whether ``add(_:)-(AVAssetWriterInputGroup)`` would take a group: no, alternate tracks are not written.
    public func canAdd(_ inputGroup: AVAssetWriterInputGroup) -> Bool { false }

    /// Adds a group of alternate tracks; stops the program, as ``canAdd(_:)-(AVAssetWriterInputGroup)`` is false.
    public func add(_ inputGroup: AVAssetWriterInputGroup) {
        WriterRefusal.argument("Cannot add an input group of which -canAddInputGroup: returns NO")
            .raise("AVAssetWriter addInputGroup:")
    }
}

/// Tracks of which a player shows one, exactly as Apple's class of the same name.
///
/// A group can be made and looked at; ``AVAssetWriter/canAdd(_:)-(AVAssetWriterInputGroup)`` is false for every group.
open class AVAssetWriterInputGroup: NSObject {
    // Safe on any thread: immutable after initialisation.

    /// The tracks.
    public let inputs: [AVAssetWriterInput]
    /// The track that is shown unless told otherwise.
    public let defaultInput: AVAssetWriterInput?

    /// Makes a group. The default must be one of the inputs, else the program stops.
    public init(inputs: [AVAssetWriterInput], defaultInput: AVAssetWriterInput?) {
        if let defaultInput, !inputs.contains(where: { $0 === defaultInput }) {
            WriterRefusal.argument("The default input must be one of the inputs")
                .raise("AVAssetWriterInputGroup initWithInputs:defaultInput:")
        }
        self.inputs = inputs
        self.defaultInput = defaultInput
        super.init()
    }
}
