import CoreMedia
import Dispatch
import Foundation
import FoundationExtras
import Synchronization

/// Makes the first timecode of a recording, exactly as Apple's class of the same name: zero, or the time of day. Advance it by
/// `AVCaptureTimecode.advanced(_:by:)`.
///
/// No device here sends timecode, so that the frame counter and the system's clock are all the sources there are. All methods may be
/// called from any thread.
open class AVCaptureTimecodeGenerator: NSObject, KeyValueObservable {
    // Safe on any thread: all that changes lies in the mutex; the delegate is only ever called on its queue.

    /// How near the generator is to its source's time. Raw values are Apple's.
    public enum SynchronizationStatus: Int, Sendable, CaseIterable {
        /// Nothing is known.
        case unknown = 0
        /// A source was chosen.
        case sourceSelected = 1
        /// The source's time is being found out.
        case synchronizing = 2
        /// The source's time is known.
        case synchronized = 3
        /// The source did not tell its time within `synchronizationTimeout`.
        case timedOut = 4
        /// The source is not there any more.
        case sourceUnavailable = 5
        /// The source cannot be used.
        case sourceUnsupported = 6
        /// The source needs no synchronization.
        case notRequired = 7
    }

    private struct State: @unchecked Sendable {
        // @unchecked: the delegate is only ever called on its queue.
        var source = AVCaptureTimecodeGenerator.frameCountSource
        var timeout: TimeInterval = 15
        var offset: TimeInterval = 0
        var frameDuration = CMTime(value: 1, timescale: 30)
        weak var delegate: (any AVCaptureTimecodeGeneratorDelegate)?
        var queue: DispatchQueue?
    }

    private let state = Mutex(State())
    /// Tells of the source, in the order of its changes.
    private let outbox = Outbox()
    private let now: @Sendable () -> Date
    private let calendar: Calendar

    /// Keeps the observers of the properties.
    package let keyValueObservers = KeyValueObserverRegistry()

    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVCaptureTimecodeGenerator>(_: Root.Type) -> [AnyKeyPath] {
            [\Root.availableSources, \Root.currentSource]
        }
        guard let root = root as? any (AVCaptureTimecodeGenerator & KeyValueObservable).Type else { return [] }
        return list(root)
    }

    /// Makes a generator that counts frames.
    public override convenience init() {
        self.init(calendar: .autoupdatingCurrent) { Date() }
    }

    init(calendar: Calendar, now: @escaping @Sendable () -> Date) {
        self.calendar = calendar
        self.now = now
        super.init()
    }

    // MARK: Sources

    /// Frames counted from zero.
    public nonisolated(unsafe) static let frameCountSource = AVCaptureTimecode.Source(
        .frameCount,
        displayName: "Frame Count"
    )

    /// The system's clock: the local time of day.
    public nonisolated(unsafe) static let realTimeClockSource = AVCaptureTimecode.Source(
        .realTimeClock,
        displayName: "Real-Time Clock"
    )

    /// The sources that can be used: the two that need no device. Key-value observable.
    open var availableSources: [AVCaptureTimecode.Source] { [Self.frameCountSource, Self.realTimeClockSource] }

    /// The source in use. Key-value observable. UNKNOWN: frames are counted at first.
    open var currentSource: AVCaptureTimecode.Source { state.withLock { $0.source } }

    /// Uses a source from now on.
    ///
    /// UNKNOWN: of the frame counter the delegate hears `.notRequired`; of the clock `.sourceSelected`, `.synchronizing`,
    /// `.synchronized`, and the time.
    open func startSynchronization(source: AVCaptureTimecode.Source) {
        state.withLock { state in
            let old = state.source
            state.source = source
            if old !== source {
                reportChange(
                    of: \AVCaptureTimecodeGenerator.currentSource,
                    from: old,
                    to: source,
                    through: outbox
                )
            }
            outbox.append { [shared = Shared((me: self, source: source))] in
                shared.object.me.reportSynchronization(with: shared.object.source)
            }
        }
        outbox.deliver()
    }

    private func reportSynchronization(with source: AVCaptureTimecode.Source) {
        guard source.type == .realTimeClock else {
            return report(source.type == .frameCount ? [.notRequired] : [.sourceUnsupported], of: source, update: nil)
        }
        report([.sourceSelected, .synchronizing, .synchronized], of: source, update: initialTimecode(of: source))
    }

    // MARK: Settings

    /// For how many seconds an external source may keep silent; 15 at first. Without external sources nothing waits.
    open var synchronizationTimeout: TimeInterval {
        get { state.withLock { $0.timeout } }
        set { state.withLock { $0.timeout = newValue } }
    }

    /// Seconds that are added to generated timecode; 0 at first.
    open var timecodeAlignmentOffset: TimeInterval {
        get { state.withLock { $0.offset } }
        set { state.withLock { $0.offset = newValue } }
    }

    /// How long the frames of generated timecode last. UNKNOWN: a thirtieth of a second at first.
    open var timecodeFrameDuration: CMTime {
        get { state.withLock { $0.frameDuration } }
        set { state.withLock { $0.frameDuration = newValue } }
    }

    // MARK: Delegate

    /// Who hears of the source; not kept alive.
    open var delegate: (any AVCaptureTimecodeGeneratorDelegate)? { state.withLock { $0.delegate } }

    /// The queue that the delegate is called on.
    open var delegateCallbackQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// Sets who hears of the source, and on which queue. A delegate without a queue stops the program.
    open func setDelegate(_ delegate: (any AVCaptureTimecodeGeneratorDelegate)?, queue callbackQueue: DispatchQueue?) {
        guard delegate == nil || callbackQueue != nil else {
            programmerError(
                .invalidArgument,
                "*** -[AVCaptureTimecodeGenerator setDelegate:queue:] NULL queue passed"
            )
        }
        state.withLock { state in
            state.delegate = delegate
            state.queue = delegate == nil ? nil : callbackQueue
        }
    }

    private func report(
        _ statuses: [SynchronizationStatus],
        of source: AVCaptureTimecode.Source,
        update: AVCaptureTimecode?
    ) {
        guard let queue = delegateCallbackQueue else { return }
        queue.async { [shared = Shared((me: self, source: source))] in
            dispatchPrecondition(condition: .onQueue(queue))
            let (me, source) = shared.object
            guard let delegate = me.delegate else { return }
            for status in statuses { delegate.timecodeGenerator(me, transitionedTo: status, for: source) }
            if let update { delegate.timecodeGenerator(me, didReceiveUpdate: update, from: source) }
        }
    }

    // MARK: Timecode

    /// The first timecode of a sequence: zero, or the time of day, and the offset.
    ///
    /// A frame duration that is none, or shorter than a 256th of a second, gives timecode without frames.
    open func generateInitialTimecode() -> AVCaptureTimecode { initialTimecode(of: currentSource) }

    private func initialTimecode(of source: AVCaptureTimecode.Source) -> AVCaptureTimecode {
        let (offset, frameDuration) = state.withLock { ($0.offset, $0.frameDuration) }
        var timecode = AVCaptureTimecode()
        timecode.frameDuration = frameDuration
        timecode.sourceType = source.type
        let quanta = timecode.frameQuanta ?? 1
        let start = source.type == .realTimeClock ? secondsOfDay : 0
        let wanted = start + (offset.isFinite ? offset.truncatingRemainder(dividingBy: 86_400) : 0)
        let day = 86_400 * Int64(quanta)
        // Rounded to a millionth of a frame first, so that a whole number of frames is not cut to the one before.
        let number = Int64((wanted * Double(quanta) + 1e-6).rounded(.down))
        timecode.set(frameNumber: (number % day + day) % day, frameQuanta: quanta)
        return timecode
    }

    /// Seconds since midnight on the wall clock; on days of a change of time, too.
    private var secondsOfDay: Double {
        let parts = calendar.dateComponents([.hour, .minute, .second, .nanosecond], from: now())
        let whole = ((parts.hour ?? 0) * 60 + (parts.minute ?? 0)) * 60 + (parts.second ?? 0)
        return Double(whole) + Double(parts.nanosecond ?? 0) / 1e9
    }
}

/// Hears of a timecode generator's source, exactly as Apple's protocol of the same name. Called on the generator's callback queue.
public protocol AVCaptureTimecodeGeneratorDelegate: NSObjectProtocol {
    /// The source has told the time.
    func timecodeGenerator(
        _ generator: AVCaptureTimecodeGenerator,
        didReceiveUpdate timecode: AVCaptureTimecode,
        from source: AVCaptureTimecode.Source
    )

    /// The generator came nearer to the source's time, or farther from it.
    func timecodeGenerator(
        _ generator: AVCaptureTimecodeGenerator,
        transitionedTo synchronizationStatus: AVCaptureTimecodeGenerator.SynchronizationStatus,
        for source: AVCaptureTimecode.Source
    )

    /// Sources have come or gone. Never called here: the two that there are stay.
    func timecodeGenerator(
        _ generator: AVCaptureTimecodeGenerator,
        didUpdateAvailableSources availableSources: [AVCaptureTimecode.Source]
    )
}
