import CaptureDriver
import CoreMedia
import Dispatch
import Synchronization
import V4L2Driver

/// Tests a camera's stream for a while. Every wait is bounded.
struct CameraProbe: Sendable {

    let driver: any CaptureDriver
    let clock: any CaptureClock
    /// Seconds to test, from the first frame.
    let seconds: Double
    /// Seconds that a camera has until the first frame; some need two in low light.
    var patience = 5.0
    /// Seconds that opening, starting and stopping may take besides: the kernel gives USB cameras up to five for a command.
    var handling = 20.0

    /// Streams in the format that a program gets which asks for none in particular; `nil` for a camera without formats.
    func test(_ camera: CaptureDeviceDescription) -> StreamMeasurement? {
        guard camera.formats.indices.contains(camera.defaultFormatIndex) else { return nil }
        let format = camera.formats[camera.defaultFormatIndex]
        let bound = handling + patience + seconds
        let measured = Bounded.run(seconds: bound) { [self] in stream(camera.id, format) }
        return measured
            ?? StreamMeasurement(
                format: format,
                promisedRate: nil,
                patience: patience,
                outcome: .noAnswer(seconds: bound)
            )
    }

    private func stream(_ id: CaptureDeviceDescription.ID, _ format: CaptureFormat) -> StreamMeasurement {
        var measurement = StreamMeasurement(
            format: format,
            promisedRate: format.bestRate,
            patience: patience,
            outcome: .noAnswer(seconds: 0)
        )
        do {
            let handle = try driver.open(id)
            defer { handle.close() }
            let recorder = StreamRecorder(clock: clock, seconds: seconds)
            let configuration = try handle.startStream(CaptureStreamRequest(format: format), sink: recorder)
            let duration = CMTimeGetSeconds(configuration.frameDuration)
            measurement.format = configuration.format
            measurement.promisedRate = duration > 0 ? 1 / duration : nil
            let end = DispatchTime.now() + patience
            if recorder.finished.wait(timeout: end) == .timedOut, recorder.tally.frames > 0 {
                _ = recorder.finished.wait(timeout: .now() + seconds)
            }
            // Before the stop, which makes the stream end in its way.
            measurement.outcome = .ran(recorder.tally)
        } catch {
            measurement.outcome = .refused(error)
        }
        return measurement
    }
}

/// The sink of a test: counts what comes, and tells when it is enough.
final class StreamRecorder: StreamWitness {
    private struct State: Sendable {
        var tally: StreamTally
        var hasFinished = false
    }

    /// Signalled once, when the test is long enough or the stream has ended.
    let finished = DispatchSemaphore(value: 0)
    private let clock: any CaptureClock
    private let seconds: Double
    private let state: Mutex<State>

    init(clock: any CaptureClock, seconds: Double) {
        self.clock = clock
        self.seconds = seconds
        state = Mutex(State(tally: StreamTally(start: CMTimeGetSeconds(clock.now))))
    }

    var tally: StreamTally { state.withLock { $0.tally } }

    func capture(_ frame: CaptureFrame) {
        let arrival = CMTimeGetSeconds(clock.now)
        change { $0.frame(time: CMTimeGetSeconds(frame.presentationTime), arrival: arrival) }
    }

    func captureDropped(_ drop: CaptureDrop) {
        change { $0.dropped(drop) }
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        change { $0.happened(event) }
    }

    func timestampDoubted(_ doubt: TimestampTrust.Suspicion) {
        change { $0.doubted(doubt.rawValue) }
    }

    func frameRejected(_ fault: FrameCheck.Fault) {
        change { $0.rejected(fault.rawValue) }
    }

    private func change(_ body: (inout StreamTally) -> Void) {
        let finishes = state.withLock { state in
            guard !state.hasFinished else { return false }
            body(&state.tally)
            state.hasFinished = state.tally.end != nil || state.tally.span >= seconds
            return state.hasFinished
        }
        if finishes { finished.signal() }
    }
}

/// Counts what a stream delivers. Times are seconds of the capture clock.
struct StreamTally: Sendable {
    /// How a stream ended by itself.
    enum End: Sendable, Hashable {
        /// The device is gone.
        case disconnected
        /// Another error.
        case failed(CaptureDriverError)
    }

    /// How far in the future a frame's time may lie.
    static let futureTolerance = 0.005

    /// When the stream was started.
    let start: Double
    /// Frames delivered.
    private(set) var frames = 0
    /// When the first frame arrived.
    private(set) var firstArrival: Double?
    /// Times of the first and the last frame.
    private(set) var firstTime = 0.0
    private(set) var lastTime = 0.0
    /// The longest time from one frame to the next.
    private(set) var longestGap = 0.0
    /// Frames whose time was not later than the one before, or in the future.
    private(set) var impossibleTimes = 0
    /// Frames that the camera counted but did not deliver, since the first one.
    private(set) var lost = 0
    /// Frames that were no whole pictures, since the first good one.
    private(set) var corrupt = 0
    /// Frames that were no whole pictures, before the first good one.
    private(set) var corruptAtStart = 0
    /// Frames whose time the driver did not believe, by the reason.
    private(set) var doubts: [String: Int] = [:]
    /// What was wrong with bad frames.
    private(set) var faults: [String: Int] = [:]
    /// Silences that the driver reported, in seconds.
    private(set) var stalls: [Double] = []
    /// How it ended, if not by us.
    private(set) var end: End?
    private var gapSum = 0.0
    private var gapSquares = 0.0
    private var gaps = 0

    init(start: Double) {
        self.start = start
    }

    mutating func frame(time: Double, arrival: Double) {
        frames += 1
        if time > arrival + Self.futureTolerance { impossibleTimes += 1 }
        if firstArrival == nil {
            firstArrival = arrival
            firstTime = time
        } else {
            let gap = time - lastTime
            if gap <= 0 { impossibleTimes += 1 }
            longestGap = max(longestGap, gap)
            gapSum += gap
            gapSquares += gap * gap
            gaps += 1
        }
        lastTime = time
    }

    mutating func dropped(_ drop: CaptureDrop) {
        switch drop.reason {
        case .sequenceGap, .outOfBuffers:
            // What a camera counts before it delivers is its start, not a loss.
            if frames > 0 { lost += drop.count }
        case .corrupt:
            if frames > 0 { corrupt += drop.count } else { corruptAtStart += drop.count }
        }
    }

    mutating func happened(_ event: CaptureStreamEvent) {
        switch event {
        case .stalled(let seconds): stalls.append(seconds)
        case .resumed: break
        case .disconnected: end = end ?? .disconnected
        case .failed(let error): end = end ?? .failed(error)
        }
    }

    mutating func doubted(_ reason: String) {
        doubts[reason, default: 0] += 1
    }

    mutating func rejected(_ fault: String) {
        faults[fault, default: 0] += 1
    }

    /// Seconds from the start to the first frame.
    var firstAfter: Double? { firstArrival.map { $0 - start } }

    /// Seconds from the first frame's time to the last one's.
    var span: Double { lastTime - firstTime }

    /// Frames delivered per second; `nil` when too few came.
    var deliveredRate: Double? { frames > 1 && span > 0 ? Double(frames - 1) / span : nil }

    /// Frames per second that the camera took, those included that got lost on the way.
    var producedRate: Double? { frames > 1 && span > 0 ? Double(frames - 1 + lost + corrupt) / span : nil }

    /// Standard deviation of the time from one frame to the next, in seconds.
    var unevenness: Double {
        guard gaps > 1 else { return 0 }
        let mean = gapSum / Double(gaps)
        return max(gapSquares / Double(gaps) - mean * mean, 0).squareRoot()
    }
}
