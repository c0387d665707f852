import CaptureDriver
import CoreMedia
import Dispatch
import Synchronization
import V4L2Driver

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
