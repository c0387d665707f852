import CaptureDriver
import CoreMedia
import Foundation
import Synchronization

/// A running stream of a simulated camera: a timer that makes frames.
///
/// `@unchecked Sendable`: `factory` and `progress` are only touched inside of deliveries, which the gate serialises;
/// `schedule` is behind a lock.
final class SimulatedStream: @unchecked Sendable {
    /// What a frame needs to know of the camera and the phone.
    protocol Surroundings: AnyObject, Sendable {
        /// Whether the sensor may run: nobody interrupts the phone.
        var isSensorRunning: Bool { get }
        /// Whether the user allows what the camera sees.
        var isAllowed: Bool { get }
        /// Degrees, clockwise, by which the sensor's picture must be turned to be upright.
        var uprightAngle: Int { get }
        /// Whether the phone's marker lights a frame up.
        func isFlash(at time: CMTime, duration: CMTime) -> Bool
        /// Lets faults happen that wait for a frame.
        func frameBegins(_ number: UInt64)
        /// Whether the sensor stands still.
        func isStalled(at time: CMTime) -> Bool
        /// What becomes of a frame, and how it is taken.
        func decide(
            frame number: UInt64,
            at time: CMTime
        ) -> (plan: FramePlan, effects: ImageEffects, exposure: CaptureExposure)
        /// Writes into the phone's log.
        func log(_ time: CMTime, _ message: String)
    }

    private struct Progress {
        var nextFrame: UInt64 = 0
        var unreportedGap = 0
        var gapTime = CMTime.invalid
        var lastTime: CMTime
        var isStallReported = false
    }

    private let clock: any CaptureClock
    private let epoch: CMTime
    private let factory: FrameFactory
    private let surroundings: any Surroundings
    private let gate: DeliveryGate<any CaptureStreamSink>
    private let schedule: Mutex<FrameSchedule>
    private let timer: Mutex<(any CaptureTimer)?> = Mutex(nil)
    private var progress: Progress

    /// - Parameters:
    ///   - start: when the sensor begins to expose.
    ///   - epoch: zero of the scene's time.
    ///   - drift: by how many parts per million the camera's clock runs fast.
    init(
        clock: any CaptureClock,
        start: CMTime,
        epoch: CMTime,
        duration: CMTime,
        drift: Double,
        factory: FrameFactory,
        surroundings: any Surroundings,
        sink: any CaptureStreamSink
    ) {
        self.clock = clock
        self.epoch = epoch
        self.factory = factory
        self.surroundings = surroundings
        gate = DeliveryGate(sink: sink) { $0.captureEvent($1) }
        schedule = Mutex(FrameSchedule(start: start, duration: duration, drift: drift))
        progress = Progress(lastTime: start)
    }

    /// Lets frames come.
    func run() {
        let made = clock.makeTimer { [weak self] in self?.tick() }
        timer.withLock { $0 = made }
        made.arm(at: schedule.withLock { $0.nextDue })
    }

    /// The time of the frame to come.
    var nextDue: CMTime { schedule.withLock { $0.nextDue } }

    /// Changes the rate.
    func change(duration: CMTime) {
        let due = schedule.withLock { schedule in
            schedule.change(duration: duration)
            return schedule.nextDue
        }
        timer.withLock { $0 }?.arm(at: due)
    }

    /// Changes how fast the camera's clock runs.
    func change(drift: Double) {
        let due = schedule.withLock { schedule in
            schedule.change(drift: drift)
            return schedule.nextDue
        }
        timer.withLock { $0 }?.arm(at: due)
    }

    /// Ends the stream by itself, with an event.
    func end(with event: CaptureStreamEvent) {
        gate.post(event, ending: true)
        timer.withLock { $0 }?.cancel()
    }

    /// Ends the stream silently. When it returns, the sink is called no more.
    func close() {
        timer.withLock { $0 }?.cancel()
        gate.close()
    }

    private func tick() {
        gate.deliver { sink in
            guard let due = schedule.withLock({ $0.dequeue(now: clock.now) }) else { return }
            frame(due, sink)
        }
        guard gate.takesFrames else { return }
        timer.withLock { $0 }?.arm(at: schedule.withLock { $0.nextDue })
    }

    private func frame(_ due: FrameSchedule.Tick, _ sink: any CaptureStreamSink) {
        guard surroundings.isSensorRunning else {
            progress.lastTime = due.time
            return
        }
        surroundings.frameBegins(progress.nextFrame)
        guard gate.takesFrames, !stands(due, sink) else { return }
        miss(due)
        let number = progress.nextFrame
        progress.nextFrame += 1
        let decision = surroundings.decide(frame: number, at: due.time)
        switch decision.plan.fate {
        case .lost: countGap(1, at: decision.plan.presentationTime)
        case .bad:
            reportGap(sink)
            drop(.corrupt, 1, decision.plan.presentationTime, sink)
        case .delivered:
            reportGap(sink)
            deliver(number, due.time, decision, sink)
        }
    }

    private func deliver(
        _ number: UInt64,
        _ time: CMTime,
        _ decision: (plan: FramePlan, effects: ImageEffects, exposure: CaptureExposure),
        _ sink: any CaptureStreamSink
    ) {
        do {
            try factory.aim(lens: decision.effects.lens, angle: surroundings.uprightAngle)
        } catch {
            return end(
                with: .failed(CaptureDriverError(kind: .io, operation: "render", advice: "\(error)"))
            )
        }
        let duration = schedule.withLock { $0.duration }
        let shown = surroundings.isAllowed ? frameContent(number, time, duration) : nil
        let previous = frameContent(number == 0 ? 0 : number - 1, CMTimeSubtract(time, duration), duration)
        guard
            let content = factory.make(shown, previous: previous, plan: decision.plan, effects: decision.effects)
        else { return drop(.outOfBuffers, 1, decision.plan.presentationTime, sink) }
        guard gate.takesFrames else { return }
        let depth = factory.makeDepth(
            decision.plan.repeatsFrame && shown != nil ? previous : shown,
            at: time,
            zoom: decision.effects.zoom
        )
        sink.capture(
            CaptureFrame(
                content: content,
                formatDescription: factory.formatDescription,
                presentationTime: decision.plan.presentationTime,
                duration: duration,
                sequence: decision.plan.sequence,
                exposure: decision.exposure,
                depth: depth
            )
        )
    }

    private func frameContent(_ number: UInt64, _ time: CMTime, _ duration: CMTime) -> FrameFactory.FrameContent {
        FrameFactory.FrameContent(
            seconds: CMTimeGetSeconds(CMTimeSubtract(time, epoch)),
            frame: number,
            timecode: Timecode(
                counter: UInt32(truncatingIfNeeded: number),
                nanoseconds: UInt64(max(0, time.nanoseconds))
            ),
            isFlash: surroundings.isFlash(at: time, duration: duration)
        )
    }

    /// Whether the sensor stands still; reports it once it has lasted.
    private func stands(_ due: FrameSchedule.Tick, _ sink: any CaptureStreamSink) -> Bool {
        let isStalled = surroundings.isStalled(at: due.time)
        defer { if !isStalled { progress.lastTime = due.time } }
        guard isStalled else {
            if progress.isStallReported {
                progress.isStallReported = false
                surroundings.log(due.time, "frames come again")
                sink.captureEvent(.resumed)
            }
            return false
        }
        let waited = CMTimeSubtract(due.time, progress.lastTime)
        let patience = CaptureStallRule.patience(
            frameDuration: schedule.withLock { $0.duration.nanoseconds },
            hasDelivered: progress.nextFrame > 0
        )
        if !progress.isStallReported, waited.nanoseconds >= patience {
            progress.isStallReported = true
            surroundings.log(due.time, "stalled")
            sink.captureEvent(.stalled(seconds: CMTimeGetSeconds(waited)))
        }
        return true
    }

    /// Frames that the timer was too late for.
    private func miss(_ due: FrameSchedule.Tick) {
        guard due.missed > 0 else { return }
        countGap(due.missed, at: due.time)
        progress.nextFrame += UInt64(due.missed)
    }

    private func countGap(_ count: Int, at time: CMTime) {
        if progress.unreportedGap == 0 { progress.gapTime = time }
        progress.unreportedGap += count
    }

    /// Tells of a gap in the sequence when the next frame shows it, as a driver does.
    private func reportGap(_ sink: any CaptureStreamSink) {
        guard progress.unreportedGap > 0 else { return }
        drop(.sequenceGap, progress.unreportedGap, progress.gapTime, sink)
        progress.unreportedGap = 0
    }

    private func drop(_ reason: CaptureDrop.Reason, _ count: Int, _ time: CMTime, _ sink: any CaptureStreamSink) {
        surroundings.log(time, "lost \(count) (\(reason))")
        sink.captureDropped(CaptureDrop(reason: reason, count: count, presentationTime: time))
    }
}

/// When a camera's frames are due: frame n at `start + (n + 1) * duration`, however late the timer was before. Pure.
///
/// A frame is exposed for one duration and then delivered, hence the one. Times are whole nanoseconds, rounded down from
/// the exact time of each frame, so that no error adds up.
struct FrameSchedule: Sendable, Hashable {
    /// A frame that is due.
    struct Tick: Sendable, Hashable {
        /// The time of the frame.
        var time: CMTime
        /// Frames that were due before it and are too late now.
        var missed: Int
    }

    /// By how many parts per million a camera's clock may be off.
    static let drifts = -10_000.0...10_000.0

    private var origin: Int64
    private(set) var duration: CMTime
    /// By how many parts per million the camera's clock runs fast.
    private(set) var drift: Double
    private var next: Int64 = 0

    init(start: CMTime, duration: CMTime, drift: Double = 0) {
        origin = start.nanoseconds
        self.duration = duration
        self.drift = min(max(drift, Self.drifts.lowerBound), Self.drifts.upperBound)
    }

    /// When the next frame is due.
    var nextDue: CMTime { CMTime(nanoseconds: time(of: next)) }

    /// Dequeues the newest frame that is due, if any. Late timers skip frames, they never make bursts.
    mutating func dequeue(now: CMTime) -> Tick? {
        let now = now.nanoseconds
        guard time(of: next) <= now else { return nil }
        let first = next
        // An estimate, then exact comparison: years may have passed while the machine slept.
        let late = Double(now - time(of: next)) / (CMTimeGetSeconds(duration) * 1e9) * (1 + drift / 1_000_000)
        next += max(0, Int64(late.rounded(.down)) - 1)
        while time(of: next + 1) <= now { next += 1 }
        let tick = Tick(time: nextDue, missed: Int(next - first))
        next += 1
        return tick
    }

    /// Changes the rate; the next frame comes one new duration after the last one.
    mutating func change(duration: CMTime) {
        origin = time(of: next - 1)
        next = 0
        self.duration = duration
    }

    /// Changes how fast the camera's clock runs; the next frame comes one such duration after the last one.
    mutating func change(drift: Double) {
        origin = time(of: next - 1)
        next = 0
        self.drift = min(max(drift, Self.drifts.lowerBound), Self.drifts.upperBound)
    }

    private func time(of index: Int64) -> Int64 {
        let scale = Int64(duration.timescale)
        let product = (duration.value * (index + 1)).multipliedFullWidth(by: 1_000_000_000)
        let exact = scale.dividingFullWidth(product).quotient
        guard drift != 0 else { return origin + exact }
        // What the clock's error takes away is so small that a floating-point number holds it to the nanosecond for weeks.
        return origin + exact - Int64((Double(exact) * (drift / (1_000_000 + drift))).rounded())
    }
}

extension CMTime {
    /// A time of so many nanoseconds.
    init(nanoseconds: Int64) {
        self.init(value: nanoseconds, timescale: 1_000_000_000)
    }

    /// The time in whole nanoseconds.
    var nanoseconds: Int64 {
        CMTimeConvertScale(self, timescale: 1_000_000_000, method: .default).value
    }

    /// The time so many seconds later, exact to the nanosecond.
    func adding(seconds: Double) -> CMTime {
        CMTime(nanoseconds: nanoseconds + Int64((seconds * 1e9).rounded()))
    }
}
