import CaptureDriver
import Synchronization

/// Passes on to the sink until it is muted: a stream whose thread is stuck must not speak up after it was stopped.
final class MutableAudioSink: CaptureAudioSink {
    private let sink: any CaptureAudioSink
    private let isMuted = Atomic(false)

    init(_ sink: any CaptureAudioSink) {
        self.sink = sink
    }

    /// From now on nothing is passed on. A call that is under way may still finish.
    func mute() {
        isMuted.store(true, ordering: .releasing)
    }

    func capture(_ packet: CaptureAudioPacket) {
        if !isMuted.load(ordering: .acquiring) { sink.capture(packet) }
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        if !isMuted.load(ordering: .acquiring) { sink.captureEvent(event) }
    }
}
