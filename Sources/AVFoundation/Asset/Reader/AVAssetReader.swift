import CaptureCore
import CoreMedia
import Foundation
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
