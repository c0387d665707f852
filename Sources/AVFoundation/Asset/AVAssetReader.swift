import CaptureCore
import CoreMedia
import Foundation
import MediaEncoding
import Synchronization

/// Reads samples of an asset's tracks: as they are, or decoded.
///
/// The order of calls is: add outputs, ``startReading()``, ``AVAssetReaderOutput/copyNextSampleBuffer()`` of each output until it gives
/// nothing. What Apple's class answers with an exception stops the program here. Outputs may be read on different threads, each by one
/// at a time; what waits in one does not delay another, as each reads the file for itself. A reader can be cancelled on any thread.
open class AVAssetReader: NSObject {
    private struct State {
        var status = Status.unknown
        var error: (any Error)?
        var unread = 0
    }

    /// What is read.
    public let asset: AVAsset
    private let state = Mutex(State())
    private var range = CMTimeRange(start: .zero, duration: .positiveInfinity)
    /// The outputs, in the order in which they were added.
    open private(set) var outputs: [AVAssetReaderOutput] = []

    /// Makes a reader; finds out what the asset consists of on the caller's thread, unless that is known.
    ///
    /// - Throws: why the asset cannot be read.
    public init(asset: AVAsset) throws {
        _ = try asset.contents()
        self.asset = asset
        super.init()
    }

    /// How far the reader is.
    open var status: Status { state.withLock { $0.status } }

    /// Why reading failed, when `status` is `.failed`.
    open var error: (any Error)? { state.withLock { $0.error } }

    /// What is read; everything at first. To be set before reading.
    open var timeRange: CMTimeRange {
        get { range }
        set {
            requireUnknown("setTimeRange:", "cannot be called after reading has started")
            guard newValue.isValid, newValue.start.isNumeric else {
                WriterRefusal.argument("invalid parameter not satisfying: CMTIMERANGE_IS_VALID(timeRange)")
                    .raise("AVAssetReader setTimeRange:")
            }
            range = newValue
        }
    }

    private func requireUnknown(_ method: String, _ reason: String) {
        if status != .unknown { WriterRefusal.state(reason).raise("AVAssetReader \(method)") }
    }

    // MARK: Outputs

    /// Whether an output can be added: it belongs to no reader, and reads a track of this reader's asset.
    open func canAdd(_ output: AVAssetReaderOutput) -> Bool {
        status == .unknown && output.reader == nil && output.reads(asset)
    }

    /// Adds an output, before reading. One that ``canAdd(_:)`` refuses stops the program.
    open func add(_ output: AVAssetReaderOutput) {
        requireUnknown("addOutput:", "cannot be called after reading has started")
        guard canAdd(output) else {
            WriterRefusal.argument("The output cannot be added; ask -canAddOutput: first").raise(
                "AVAssetReader addOutput:"
            )
        }
        output.reader = self
        outputs.append(output)
    }

    // MARK: Reading

    /// Begins to read; to be called once.
    ///
    /// - Returns: false if the asset cannot be read; `error` says why.
    open func startReading() -> Bool {
        requireUnknown("startReading", "cannot be called again after reading has already started")
        do {
            for output in outputs { try output.start(range) }
        } catch {
            fail(error)
            return false
        }
        state.withLock { state in
            state.unread = outputs.count
            state.status = outputs.isEmpty ? .completed : .reading
        }
        return true
    }

    /// Ends reading; outputs give nothing more.
    open func cancelReading() {
        state.withLock { state in
            guard state.status == .reading || state.status == .unknown else { return }
            state.status = .cancelled
        }
    }

    func fail(_ cause: any Error) {
        let error = AssetFailure.reading(cause)
        state.withLock { state in
            guard state.status == .reading || state.status == .unknown else { return }
            state.status = .failed
            state.error = error
        }
    }

    /// An output has given everything.
    func outputDidEnd() {
        state.withLock { state in
            state.unread -= 1
            if state.unread <= 0, state.status == .reading { state.status = .completed }
        }
    }
}

extension AVAssetReader {
    /// How far a reader is.
    public enum Status: Int, Sendable {
        /// Reading has not begun.
        case unknown
        /// Samples can be copied.
        case reading
        /// All samples of the range were copied from all outputs.
        case completed
        /// Reading failed; `error` says why.
        case failed
        /// Reading was cancelled.
        case cancelled
    }
}

/// Where an asset reader gives samples. One thread at a time.
open class AVAssetReaderOutput: NSObject {
    /// The reader that the output belongs to. The reader keeps the output.
    weak var reader: AVAssetReader?
    private var samples: (any SampleSource)?
    private var ranges: [CMTimeRange] = []
    private var hasEnded = false
    private var isFinal = false
    private var copiesAlways = true
    private var isRandom = false

    override init() {
        super.init()
    }

    /// The kind of media.
    open var mediaType: AVMediaType { preconditionFailure("every output has a kind of media") }

    /// Whether samples may be changed by whoever copied them; true at first. To be set before reading.
    ///
    /// Nobody else has what an output gives, whatever this says.
    open var alwaysCopiesSampleData: Bool {
        get { copiesAlways }
        set {
            requireUnstarted("setAlwaysCopiesSampleData:")
            copiesAlways = newValue
        }
    }

    /// Whether other ranges can be read after the first was; false at first. To be set before reading.
    open var supportsRandomAccess: Bool {
        get { isRandom }
        set {
            requireUnstarted("setSupportsRandomAccess:")
            isRandom = newValue
        }
    }

    private func requireUnstarted(_ method: String) {
        guard let reader, reader.status != .unknown else { return }
        WriterRefusal.state("cannot be called after reading has started").raise("AVAssetReaderOutput \(method)")
    }

    /// Whether the output reads a track of an asset.
    func reads(_ asset: AVAsset) -> Bool { false }

    /// Opens what is needed for a range.
    func makeSource(_ range: CMTimeRange) throws -> any SampleSource {
        preconditionFailure("every output has a source")
    }

    func start(_ range: CMTimeRange) throws {
        samples = try makeSource(range)
    }

    /// The next sample; `nil` at the end of the range, after a failure and after reading was cancelled: the reader's status tells
    /// them apart. Waits until the sample is read and, if it is to be, decoded.
    ///
    /// Copying before reading was started stops the program.
    open func copyNextSampleBuffer() -> CMSampleBuffer? {
        guard let reader, reader.status != .unknown else {
            WriterRefusal.state(
                "cannot copy next sample buffer before adding this output to an instance of AVAssetReader "
                    + "(using -addOutput:) and calling -startReading on that asset reader"
            ).raise("AVAssetReaderOutput copyNextSampleBuffer")
        }
        guard reader.status == .reading, !hasEnded else { return nil }
        do {
            while true {
                if let sample = try samples?.next() { return reader.status == .reading ? sample : nil }
                guard !ranges.isEmpty else { break }
                samples = try makeSource(ranges.removeFirst())
            }
            samples = nil
            if !isRandom || isFinal { end() }
        } catch {
            samples = nil
            reader.fail(error)
        }
        return nil
    }

    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        reader?.outputDidEnd()
    }

    /// Begins again with other ranges, after ``copyNextSampleBuffer()`` has given `nil`.
    ///
    /// Stops the program if ``supportsRandomAccess`` is false, if the former range was not read to its end, or if the ranges
    /// overlap or go back.
    ///
    /// - Parameter timeRanges: `NSValue`s of ranges; with none the output is at its end.
    open func reset(forReadingTimeRanges timeRanges: [NSValue]) {
        let method = "AVAssetReaderOutput resetForReadingTimeRanges:"
        guard isRandom, !isFinal else { WriterRefusal.state("The output does not support random access").raise(method) }
        guard samples == nil, reader?.status == .reading else {
            WriterRefusal.state("cannot be called before all samples have been copied").raise(method)
        }
        let wanted = timeRanges.map(\.timeRangeValue)
        let isOrdered = zip(wanted, wanted.dropFirst()).allSatisfy { $0.end <= $1.start }
        guard isOrdered, wanted.allSatisfy({ $0.isValid && $0.start.isNumeric }) else {
            WriterRefusal.argument("The time ranges must be valid, in order, and must not overlap").raise(method)
        }
        ranges = wanted
    }

    /// Says that no other ranges will be asked for, so that the reader can complete.
    open func markConfigurationAsFinal() {
        isFinal = true
        if samples == nil, ranges.isEmpty, reader?.status == .reading { end() }
    }
}

/// Gives one track's samples.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput {
    /// The track.
    public let track: AVAssetTrack
    /// How samples are decoded; `nil` if they are given as they are.
    public let outputSettings: [String: Any]?
    private let form: ReaderOutputForm

    /// Makes an output.
    ///
    /// Settings for anything but uncompressed media, and those that cannot be followed, stop the program.
    ///
    /// - Parameters:
    ///   - track: of the asset that the reader reads.
    ///   - outputSettings: `nil` for samples as they are; for pictures Core Video's keys of the pixel format (420v unless they
    ///     say otherwise), width and height; for sound `AVFormatIDKey` of linear PCM and the keys of its layout (integers of 16
    ///     bits, interleaved, at the track's rate unless they say otherwise).
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
        do {
            form = try ReaderOutputForm(track.contents, outputSettings)
        } catch {
            error.raise("AVAssetReaderTrackOutput initWithTrack:outputSettings:")
        }
        self.track = track
        self.outputSettings = outputSettings
        super.init()
    }

    /// The kind of media.
    open override var mediaType: AVMediaType { track.mediaType }

    override func reads(_ asset: AVAsset) -> Bool { track.asset === asset }

    override func makeSource(_ range: CMTimeRange) throws -> any SampleSource {
        try TrackSampleSource(track.contents, form, range)
    }
}
