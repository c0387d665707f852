import CaptureDriver
import Synchronization

/// Passes on to the sink until it is muted: a stream whose thread is stuck must not speak up after it was stopped.
final class MutableSink: CaptureStreamSink {
    private let sink: any CaptureStreamSink
    private let witness: (any StreamWitness)?
    private let isMuted = Atomic(false)

    init(_ sink: any CaptureStreamSink) {
        self.sink = sink
        witness = sink as? any StreamWitness
    }

    /// From now on nothing is passed on. A call that is under way may still finish.
    func mute() {
        isMuted.store(true, ordering: .releasing)
    }

    func capture(_ frame: CaptureFrame) {
        if !isMuted.load(ordering: .acquiring) { sink.capture(frame) }
    }

    func captureDropped(_ drop: CaptureDrop) {
        if !isMuted.load(ordering: .acquiring) { sink.captureDropped(drop) }
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        if !isMuted.load(ordering: .acquiring) { sink.captureEvent(event) }
    }

    /// Tells the sink of a suspicion, if it wants to know.
    func timestampDoubted(_ suspicion: TimestampTrust.Suspicion) {
        if !isMuted.load(ordering: .acquiring) { witness?.timestampDoubted(suspicion) }
    }

    /// Tells the sink of a bad frame, if it wants to know.
    func frameRejected(_ fault: FrameCheck.Fault) {
        if !isMuted.load(ordering: .acquiring) { witness?.frameRejected(fault) }
    }
}
