import CaptureDriver
import CoreMedia
import Synchronization

/// Remembers what a stream delivers, and holds frames as consumers do.
final class StreamLog: CaptureStreamSink {
    /// Which frames are held.
    enum Holding: Sendable, Equatable {
        /// None.
        case nothing
        /// The first ones, as long as they are not released.
        case first(Int)
        /// The newest ones; an older one is compared with what it was, and released.
        case newest(Int)
    }

    /// One call of the driver's.
    enum Entry: Sendable {
        case frame(FrameRecord)
        case drop(CaptureDrop)
        case event(CaptureStreamEvent)
    }

    fileprivate struct State: Sendable {
        var entries: [Entry] = []
        var frameCount = 0
        var held: [HeldFrame] = []
        var holding: Holding
        var damaged: [UInt64] = []
        var isClosed = false
        var lateCalls = 0
        var overlaps = 0
        var calls = 0
    }

    private let clock: any CaptureClock
    private let beacon: ConformanceBeacon
    private let whenCaptured: (@Sendable (Int) -> Void)?
    private let state: Mutex<State>

    /// - Parameter whenCaptured: called inside of the driver's call with the number of frames so far; may take its time.
    init(
        clock: any CaptureClock,
        beacon: ConformanceBeacon,
        holding: Holding,
        whenCaptured: (@Sendable (Int) -> Void)?
    ) {
        self.clock = clock
        self.beacon = beacon
        self.whenCaptured = whenCaptured
        state = Mutex(State(holding: holding))
    }

    // MARK: What was seen

    var entries: [Entry] { state.withLock { $0.entries } }
    var frameCount: Int { state.withLock { $0.frameCount } }
    var heldFrames: [HeldFrame] { state.withLock { $0.held } }
    var heldCount: Int { state.withLock { $0.held.count } }
    /// Numbers of frames that had changed when they were released.
    var damaged: [UInt64] { state.withLock { $0.damaged } }
    /// Calls after the log was closed.
    var lateCalls: Int { state.withLock { $0.lateCalls } }
    /// Calls that began before the one before had ended.
    var overlaps: Int { state.withLock { $0.overlaps } }

    var frames: [FrameRecord] {
        entries.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
    }

    var events: [CaptureStreamEvent] {
        entries.compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    func dropped(_ reason: CaptureDrop.Reason? = nil) -> Int {
        entries.reduce(0) { sum, entry in
            guard case .drop(let drop) = entry, reason == nil || drop.reason == reason else { return sum }
            return sum + drop.count
        }
    }

    /// Whether the stream has ended with the device's disappearance.
    var isDisconnected: Bool {
        events.contains { if case .disconnected = $0 { true } else { false } }
    }

    /// For findings.
    var summary: String {
        let events = events
        let told = events.isEmpty ? "" : ", events \(events)"
        return "\(frameCount) frames came, \(dropped()) were reported as lost\(told)"
    }

    // MARK: What is done with it

    /// Lets go of all frames, and holds no more.
    func release() {
        // Released after unlocking.
        _ = state.withLock { state in
            defer { state.held = [] }
            state.holding = .nothing
            return state.held
        }
    }

    /// From now on every call is one too many.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    // MARK: The driver's calls

    func capture(_ frame: CaptureFrame) {
        begin()
        let record = FrameRecord(frame, arrival: clock.now)
        let holding = state.withLock { $0.holding }
        let held = holding == .nothing ? nil : HeldFrame(frame)
        let (count, released) = state.withLock { state in
            state.entries.append(.frame(record))
            state.frameCount += 1
            return (state.frameCount, held.flatMap { state.hold($0) })
        }
        if let released, !released.isIntact { state.withLock { $0.damaged.append(released.sequence) } }
        beacon.light()
        whenCaptured?(count)
        end()
    }

    func captureDropped(_ drop: CaptureDrop) {
        begin()
        state.withLock { $0.entries.append(.drop(drop)) }
        end()
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        begin()
        state.withLock { $0.entries.append(.event(event)) }
        end()
    }

    private func begin() {
        state.withLock { state in
            state.calls += 1
            if state.calls > 1 { state.overlaps += 1 }
            if state.isClosed { state.lateCalls += 1 }
        }
    }

    private func end() {
        state.withLock { $0.calls -= 1 }
        beacon.light()
    }
}

extension StreamLog.State {
    /// Holds a frame if it should be; the frame that is released for it.
    fileprivate mutating func hold(_ frame: HeldFrame) -> HeldFrame? {
        switch holding {
        case .nothing:
            return nil
        case .first(let limit):
            if held.count < limit { held.append(frame) }
            return nil
        case .newest(let limit):
            held.append(frame)
            return held.count > limit ? held.removeFirst() : nil
        }
    }
}

/// Hands everything to two consumers, one after the other.
final class ForkedSink: CaptureStreamSink {
    private let first: StreamLog
    private let second: StreamLog

    init(_ first: StreamLog, _ second: StreamLog) {
        self.first = first
        self.second = second
    }

    func capture(_ frame: CaptureFrame) {
        first.capture(frame)
        second.capture(frame)
    }

    func captureDropped(_ drop: CaptureDrop) {
        first.captureDropped(drop)
        second.captureDropped(drop)
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        first.captureEvent(event)
        second.captureEvent(event)
    }
}
