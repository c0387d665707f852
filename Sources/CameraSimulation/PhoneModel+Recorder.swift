import CameraLifecycle
import SeededRandom

extension PhoneModel {
    /// Does what the engine says about movies.
    mutating func performRecording(
        _ effect: CameraEffect,
        _ now: CameraTime,
        _ generator: inout SeededGenerator,
        _ eventQueue: inout EventQueue<ScheduledEvent>
    ) {
        switch effect {
        case .startRecorder(let ticket):
            if recorder.isCutOff(now, timing) { violate(.recorderMisused) }
            recorder.others = others.present
            let begin = now.after(milliseconds: recorder.start(ticket, &generator))
            eventQueue.add(.recorderBegins(ticket), at: begin)
        case .stopRecorder(let ticket):
            guard ticket == recorder.ticket, let delay = recorder.stop(now, &generator) else { return }
            eventQueue.add(.recorderFinishes(ticket, .requested), at: now.after(milliseconds: delay))
        case .recordingEnded(let ticket, _):
            if ticket == recorder.ticket, recorder.isCutOff(now, timing) { violate(.recordingEndedTooEarly) }
        default: break
        }
    }

    /// The movie ends by itself, a moment later.
    mutating func endRecording(_ end: RecordingEnd, _ now: CameraTime, _ eventQueue: inout EventQueue<ScheduledEvent>) {
        guard recorder.endsByItself() else { return }
        eventQueue.add(.recorderFinishes(recorder.ticket, end), at: now.after(milliseconds: isHasty ? 0 : 40))
    }

    /// A movie is to begin.
    ///
    /// - Returns: what the engine is told.
    mutating func beginRecording(_ ticket: RecordingTicket) -> CameraEvent? {
        guard recorder.begins(ticket) else { return nil }
        guard isDelivering else {
            _ = recorder.finishes(ticket)
            return .recordingFinished(ticket, .failed(code: -11_803))
        }
        return .recordingStarted(ticket)
    }
}
