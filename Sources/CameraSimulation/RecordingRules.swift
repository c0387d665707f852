import CameraLifecycle

/// The rules about recordings that need a memory.
struct RecordingRules: Sendable {
    private struct Recording: Sendable {
        var ticket: RecordingTicket
        /// Whether a change of the camera begins another file.
        var goesOn: Bool
        var hasStarted = false
        var hasBegun = false
        var isPaused = false
        /// When the recorder was told to stop.
        var stoppedAt: CameraTime?
        /// The recorder's own reason to end, once it is told.
        var outcome: RecordingEnd?
        /// What interrupted it, if the system did.
        var interruption: CameraInterruption?

        /// Whether the recorder has it, and nobody and nothing has ended it.
        var isUnderWay: Bool { hasStarted && stoppedAt == nil && outcome == nil }

        /// Whether it may be said to have ended so: an interruption is what the user hears of, unless there was worse.
        func mayEnd(_ end: RecordingEnd) -> Bool {
            guard let interruption else { return true }
            switch end {
            case .interrupted(let reason): return reason == interruption
            case .background: return interruption == .background
            case .diskFull, .unanswered: return true
            default: return false
            }
        }
    }

    /// Those whose end has not been told.
    private var open: [Recording] = []
    private var began: RecordingTicket?
    private var wantsStop = false

    /// Whether somebody still waits for the end of a recording.
    var owesEnd: Bool { !open.isEmpty }

    mutating func observe(_ event: CameraEvent) {
        began = nil
        wantsStop = false
        switch event {
        case .record(let ticket, let goesOn): open.append(Recording(ticket: ticket, goesOn: goesOn))
        case .recordingStarted(let ticket):
            guard let index = index(ticket), open[index].stoppedAt == nil, !open[index].hasBegun else { return }
            began = ticket
        case .recordingFinished(let ticket, let end):
            if let index = index(ticket), open[index].hasStarted { open[index].outcome = end }
        case .stopRecording: wantsStop = true
        case .interrupted(let reason):
            for index in open.indices where open[index].isUnderWay { open[index].interruption = reason }
        default: break
        }
    }

    private func index(_ ticket: RecordingTicket) -> Int? {
        open.firstIndex { $0.ticket == ticket }
    }

    /// Judges what the machine wants done.
    mutating func validate(_ effect: CameraEffect, _ now: CameraTime) -> Violation? {
        switch effect {
        case .startRecorder(let ticket):
            guard let index = index(ticket), !open[index].hasStarted else { return .recorderMisused }
            open[index].hasStarted = true
        case .pauseRecorder(let ticket): return pause(ticket, true)
        case .resumeRecorder(let ticket): return pause(ticket, false)
        case .stopRecorder(let ticket):
            guard let index = index(ticket), open[index].hasStarted, open[index].stoppedAt == nil else {
                return .recorderMisused
            }
            open[index].stoppedAt = now
        case .recordingBegan(let ticket):
            guard ticket == began, let index = index(ticket) else { return .recordingUnanswered }
            open[index].hasBegun = true
            began = nil
        case .recordingEnded(let ticket, let end): return deliver(ticket, end)
        default: break
        }
        return nil
    }

    private mutating func pause(_ ticket: RecordingTicket, _ isPaused: Bool) -> Violation? {
        guard let index = index(ticket), open[index].hasBegun, open[index].stoppedAt == nil,
            open[index].isPaused != isPaused
        else { return .recorderMisused }
        open[index].isPaused = isPaused
        return nil
    }

    private mutating func deliver(_ ticket: RecordingTicket, _ end: RecordingEnd) -> Violation? {
        guard let index = index(ticket) else { return .recordingDeliveredTwice }
        let recording = open.remove(at: index)
        if recording.goesOn, end == .cameraChanged {
            open.append(Recording(ticket: ticket.next, goesOn: true))
        }
        guard recording.mayEnd(end) else { return .recordingReasonLost }
        guard end == .requested, let outcome = recording.outcome else { return nil }
        return outcome == .requested ? nil : .recordingErrorSwallowed
    }

    /// Judges the state of things once an event was dealt with.
    mutating func check(_ status: CameraStatus, _ now: CameraTime, _ timing: CameraTiming) -> Violation? {
        guard !open.isEmpty else { return nil }
        if began != nil { return .recordingUnanswered }
        for recording in open where recording.hasStarted {
            if recording.outcome != nil { return .recordingLost }
            guard let stoppedAt = recording.stoppedAt else {
                if wantsStop { return .recordingGoesOn }
                if status != .live { return .recordedWithoutPicture }
                continue
            }
            let patience =
                timing.recorderPollInterval * Int64(timing.recorderPollLimit + timing.recorderPollLimitInHaste + 1)
            if now > stoppedAt.after(milliseconds: patience) { return .stuckFinishing }
        }
        return nil
    }

    /// The machine's clock went back: its looks come later.
    mutating func clockWentBack(_ timing: CameraTiming) {
        for index in open.indices {
            open[index].stoppedAt = open[index].stoppedAt?.after(milliseconds: timing.answerWithin)
        }
    }
}
