import CaptureDriver
import CoreMedia
import Synchronization

/// A running stream of a simulated microphone: a timer that makes packets.
///
/// `@unchecked Sendable`: `factory` and `progress` are only touched inside of deliveries, which the gate serialises;
/// `schedule` is behind a lock.
final class SimulatedAudioStream: @unchecked Sendable {
    /// What a packet needs to know of the microphone and the phone.
    protocol Surroundings: AnyObject, Sendable {
        /// Whether the microphone may run: nobody interrupts the phone.
        var isRunning: Bool { get }
        /// Whether the user allows what the microphone hears.
        var isAllowed: Bool { get }
        /// Whether, and when, the phone puts out sync markers.
        var syncMarker: SyncMarker? { get }
        /// The route's format, if it is not the one asked for.
        var routeFormat: CaptureAudioFormat? { get }
        /// Lets faults happen that wait for a packet.
        func packetBegins(_ number: UInt64)
        /// Seconds of sound that are lost from now on; told once.
        func consumeLoss() -> Double
        /// Whether the microphone delivers nothing.
        func isStalled(at time: CMTime) -> Bool
        /// Writes into the phone's log.
        func log(_ time: CMTime, _ message: String)
    }

    private struct Progress {
        var nextPacket: UInt64 = 0
        /// Packets that were lost as a whole and not told yet, oldest first.
        var lost: [AudioSpan] = []
        var lastTime: CMTime
        var isStallReported = false
    }

    private let clock: any CaptureClock
    private let epoch: CMTime
    private let audio: SimulatedAudio
    private let wanted: CaptureAudioFormat
    private let packetFrames: Int
    private let surroundings: any Surroundings
    private let gate: DeliveryGate<any CaptureAudioSink>
    private let schedule: Mutex<AudioSchedule>
    private let timer: Mutex<(any CaptureTimer)?> = Mutex(nil)
    private var factory: AudioFactory
    private var progress: Progress

    /// - Parameters:
    ///   - epoch: when a file's sound begins.
    ///   - start: when the first frame is heard.
    ///   - format: the format asked for.
    init(
        clock: any CaptureClock,
        epoch: CMTime,
        start: CMTime,
        format: CaptureAudioFormat,
        packetFrames: Int,
        audio: SimulatedAudio,
        surroundings: any Surroundings,
        sink: any CaptureAudioSink
    ) throws(AudioFileError) {
        self.clock = clock
        self.epoch = epoch
        self.audio = audio
        wanted = format
        self.packetFrames = packetFrames
        self.surroundings = surroundings
        gate = DeliveryGate(sink: sink) { $0.captureEvent($1) }
        let actual = surroundings.routeFormat ?? format
        let frames = Self.frames(packetFrames, wanted: format, actual: actual)
        factory = try AudioFactory(actual, source: audio.source, packetFrames: frames, epoch: epoch)
        schedule = Mutex(
            AudioSchedule(start: start, rate: actual.sampleRate, drift: audio.clockDrift, packetFrames: frames)
        )
        progress = Progress(lastTime: start)
    }

    /// A packet lasts as long in every format.
    private static func frames(_ frames: Int, wanted: CaptureAudioFormat, actual: CaptureAudioFormat) -> Int {
        max(1, Int((Double(frames) * actual.sampleRate / wanted.sampleRate).rounded()))
    }

    /// Lets packets come.
    func run() {
        let made = clock.makeTimer { [weak self] in self?.tick() }
        timer.withLock { $0 = made }
        made.arm(at: schedule.withLock { $0.nextDue })
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
            let now = clock.now
            guard surroundings.isRunning else { return skip(to: now) }
            while gate.takesFrames, let due = schedule.withLock({ $0.dequeue(now: now) }) {
                packet(due, sink)
                followRoute()
            }
        }
        guard gate.takesFrames else { return }
        timer.withLock { $0 }?.arm(at: schedule.withLock { $0.nextDue })
    }

    /// The phone is interrupted: what is said meanwhile is nobody's, and bridged by nobody.
    private func skip(to now: CMTime) {
        schedule.withLock { $0.skip(to: now) }
        progress.lost = []
        progress.lastTime = now
    }

    private func packet(_ due: AudioSchedule.Tick, _ sink: any CaptureAudioSink) {
        surroundings.packetBegins(progress.nextPacket)
        guard gate.takesFrames else { return }
        let seconds = surroundings.consumeLoss()
        if seconds > 0 { schedule.withLock { $0.lose(seconds: seconds) } }
        progress.nextPacket += 1
        if stands(due.span, sink) || due.lost == due.span.frames {
            progress.lost.append(due.span)
            return
        }
        bridge(sink)
        deliver(due.span, bridged: due.lost, sink)
    }

    /// Tells packets that were lost as silence, as a driver does when it notices: with the next sound. What is longer than the
    /// longest bridge is a gap.
    private func bridge(_ sink: any CaptureAudioSink) {
        let lost = progress.lost
        guard let first = lost.first, let last = lost.last else { return }
        progress.lost.removeAll()
        let seconds = Double(last.end - first.start) / 1e9
        surroundings.log(CMTime(nanoseconds: first.start), "lost \(seconds) s of sound")
        guard seconds <= CaptureAudioPacket.longestBridge else { return }
        for span in lost { deliver(span, bridged: span.frames, sink) }
    }

    private func deliver(_ span: AudioSpan, bridged: Int, _ sink: any CaptureAudioSink) {
        guard gate.takesFrames else { return }
        // Consumers may hold too much; what they lose by that is silence when they have let go. Nothing overtakes it.
        guard progress.lost.isEmpty,
            let made = factory.make(
                span,
                bridged: bridged,
                syncMarker: surroundings.syncMarker,
                isAllowed: surroundings.isAllowed
            )
        else { return progress.lost.append(span) }
        sink.capture(made)
    }

    /// Goes on in the route's format when that has changed.
    private func followRoute() {
        let actual = surroundings.routeFormat ?? wanted
        guard actual != factory.format else { return }
        let frames = Self.frames(packetFrames, wanted: wanted, actual: actual)
        let start = schedule.withLock { $0.nextFrame }
        do {
            factory = try AudioFactory(actual, source: audio.source, packetFrames: frames, epoch: epoch)
        } catch {
            return end(with: .failed(CaptureDriverError(kind: .io, operation: "decode", advice: "\(error)")))
        }
        surroundings.log(start, "goes on with \(actual.label)")
        schedule.withLock {
            $0 = AudioSchedule(start: start, rate: actual.sampleRate, drift: audio.clockDrift, packetFrames: frames)
        }
    }

    /// Whether the microphone delivers nothing; reports it once it has lasted.
    private func stands(_ span: AudioSpan, _ sink: any CaptureAudioSink) -> Bool {
        let time = CMTime(nanoseconds: span.end)
        let isStalled = surroundings.isStalled(at: time)
        defer { if !isStalled { progress.lastTime = time } }
        guard isStalled else {
            if progress.isStallReported {
                progress.isStallReported = false
                surroundings.log(time, "sound comes again")
                sink.captureEvent(.resumed)
            }
            return false
        }
        let waited = CMTimeSubtract(time, progress.lastTime)
        let patience = CaptureStallRule.patience(
            frameDuration: span.end - span.start,
            hasDelivered: progress.nextPacket > 1
        )
        if !progress.isStallReported, waited.nanoseconds >= patience {
            progress.isStallReported = true
            surroundings.log(time, "stalled")
            sink.captureEvent(.stalled(seconds: CMTimeGetSeconds(waited)))
        }
        return true
    }
}

/// When a microphone's packets are due: a packet is delivered when its last frame has been heard, however late the timer was
/// before. Pure.
///
/// The frames' times are computed from the schedule's start, so that no error adds up.
struct AudioSchedule: Sendable, Hashable {
    /// A packet that is due.
    struct Tick: Sendable, Hashable {
        /// Its frames.
        var span: AudioSpan
        /// So many of them, from the first on, were lost.
        var lost: Int
    }

    /// Nanoseconds of sound that wait for a late timer, as in a sound card's buffer; more is lost.
    static let backlog: Int64 = 500_000_000

    private var origin: Int64
    private let period: Double
    private let packetFrames: Int
    private var frame: Int64 = 0
    private var lost = 0

    /// - Parameters:
    ///   - start: when the first frame is heard.
    ///   - rate: frames per second as promised.
    ///   - drift: by how many parts per million the microphone's clock runs fast.
    init(start: CMTime, rate: Double, drift: Double, packetFrames: Int) {
        origin = start.nanoseconds
        period = 1e9 / (rate * (1 + drift / 1e6))
        self.packetFrames = packetFrames
    }

    /// When the next packet is due.
    var nextDue: CMTime { CMTime(nanoseconds: time(of: frame + Int64(packetFrames))) }

    /// When the next frame is heard.
    var nextFrame: CMTime { CMTime(nanoseconds: time(of: frame)) }

    /// Whether the next packet begins with frames that are lost.
    var isLosing: Bool { lost > 0 }

    /// The next frames are lost.
    mutating func lose(seconds: Double) {
        lost += Int((seconds * 1e9 / period).rounded())
    }

    /// Dequeues the oldest packet that is due, if any.
    mutating func dequeue(now: CMTime) -> Tick? {
        let now = now.nanoseconds
        let end = time(of: frame + Int64(packetFrames))
        guard end <= now else { return nil }
        if now - end > Self.backlog {
            lost = max(lost, Int((Double(now - end - Self.backlog) / period).rounded()))
        }
        let tick = Tick(
            span: AudioSpan(start: time(of: frame), period: period, frames: packetFrames),
            lost: min(lost, packetFrames)
        )
        lost -= tick.lost
        frame += Int64(packetFrames)
        return tick
    }

    /// Hears nothing until now: the next frame is heard from now on.
    mutating func skip(to now: CMTime) {
        origin = max(now.nanoseconds, time(of: frame))
        frame = 0
        lost = 0
    }

    private func time(of frame: Int64) -> Int64 {
        origin + Int64((Double(frame) * period).rounded())
    }
}

/// The faults that are in force for a microphone's streams. Pure: no clock, no lock.
struct AudioFaults: Sendable {
    private var stalledUntil: CMTime?
    private var firstStall = 0.0
    private var slowStart = 0.0
    private var loss = 0.0

    /// Puts a fault in force; false if it isn't one of a microphone's stream.
    mutating func apply(_ fault: SimulatedFault, now: CMTime) -> Bool {
        switch fault {
        case .audioGap(let seconds): loss += seconds
        case .stall(let seconds): stalledUntil = now.adding(seconds: seconds)
        case .firstFrameStall(let seconds): firstStall = seconds
        case .slowStart(let seconds): slowStart = seconds
        default: return false
        }
        return true
    }

    /// Tells of a new stream.
    ///
    /// - Returns: when its first frame is heard.
    mutating func streamStarts(now: CMTime) -> CMTime {
        let start = now.adding(seconds: slowStart)
        slowStart = 0
        loss = 0
        stalledUntil = firstStall > 0 ? start.adding(seconds: firstStall) : nil
        firstStall = 0
        return start
    }

    /// Tells that the stream has ended.
    mutating func streamEnded() {
        stalledUntil = nil
    }

    /// Seconds of sound that are lost from now on; told once.
    mutating func consumeLoss() -> Double {
        defer { loss = 0 }
        return loss
    }

    /// Whether the microphone delivers nothing.
    mutating func isStalled(at time: CMTime) -> Bool {
        guard let until = stalledUntil else { return false }
        if CMTimeCompare(time, until) < 0 { return true }
        stalledUntil = nil
        return false
    }
}
