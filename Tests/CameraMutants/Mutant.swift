import CameraLifecycle
import CameraSimulation

/// A state machine with one of the known bugs.
package struct Mutant: CameraDeciding {
    private let mutation: Mutation
    private(set) var machine: CameraStateMachine
    private var isInBackground = false
    private var isStopped = false
    private var hasRun = false
    private var openTicket: CameraTicket?
    private var hasFailed = false
    private var isRestarting = false
    private var isPrewarmed = false
    private var staleStatus = CameraStatus.off
    private var recording = RecordingTicket(number: 0)
    private var isPaused = false
    private var hasBegun = false
    /// The recording that was interrupted last.
    private var interrupted: CameraEffect?
    private var wanted = 1
    private var hasSeveral = false
    private var asked = CameraSet.leading

    /// - Parameter machine: what the bug is put into; by default one that shows it.
    package init(_ mutation: Mutation, in machine: CameraStateMachine? = nil) {
        self.mutation = mutation
        self.machine = machine ?? CameraStateMachine(keepsMultiCamSession: !mutation.needsTwoKindsOfSession)
    }

    package var status: CameraStatus {
        switch mutation {
        case .statusLate: staleStatus
        case .errorNotClearedByRestart where hasFailed: .failed(.cameraSystemError)
        default: machine.status
        }
    }

    package mutating func handle(_ event: CameraEvent, now: CameraTime) -> [CameraEffect] {
        staleStatus = machine.status
        remember(event)
        var effects: [CameraEffect] = []
        for event in changed(event) {
            effects += machine.handle(event, now: now).flatMap { changed($0, now) }
        }
        if mutation == .earlyTimerDropped, case .timer(let timer) = event {
            effects.removeAll { if case .setTimer(timer, _) = $0 { true } else { false } }
        }
        if mutation == .failedPrewarmRepeated, case .configurationFailed = event, isPrewarmed {
            effects += machine.handle(.prewarm, now: now)
        }
        if mutation == .retryWithoutBound, case .failed = machine.status {
            effects += machine.handle(.restart, now: now)
        }
        if case .failed = machine.status { hasFailed = true }
        return effects + effectsAfterInterruption(event)
    }

    /// What is done about a recording that was interrupted, and is over.
    private mutating func effectsAfterInterruption(_ event: CameraEvent) -> [CameraEffect] {
        guard let ended = interrupted, case .recordingEnded(let ticket, _) = ended else { return [] }
        switch (mutation, event) {
        case (.interruptedRecordingDeliveredAgainAfterwards, .interruptionEnded),
            (.interruptedRecordingDeliveredAgainAtStop, .stopRecording):
            interrupted = nil
            return [ended]
        case (.interruptedRecordingGoesOnAfterwards, .interruptionEnded):
            interrupted = nil
            return [.startRecorder(ticket.next)]
        default: return []
        }
    }

    private mutating func remember(_ event: CameraEvent) {
        switch event {
        case .enteredBackground: isInBackground = true
        case .enteredForeground: isInBackground = false
        case .start: isStopped = false
        case .restart: isRestarting = true
        case .prewarm: isPrewarmed = true
        case .record(let ticket, _): if recording.number == 0 { recording = ticket }
        case .cameraCount(let count): wanted = count
        case .configured: hasSeveral = asked != .leading
        case .stop:
            isStopped = true
            isPrewarmed = false
            hasFailed = false
        default: break
        }
    }

    /// What the machine is told instead of an event.
    private func changed(_ event: CameraEvent) -> [CameraEvent] {
        switch (mutation, event) {
        case (.isRunningNotVerified, .started(let ticket, isRunning: false, _)):
            [.started(ticket, isRunning: true, isInterrupted: false)]
        case (.watchdogNotCancelled, .timer(.firstFrame)): [.failed(.other, isRunning: false)]
        case (.recoveryUndoesStop, .tornDown(let ticket)) where isStopped: [.tornDown(ticket), .start]
        case (.staleErrorBelieved, .failed(let failure, isRunning: true)): [.failed(failure, isRunning: false)]
        case (.staleAnswerBelieved, _): [event.answering(openTicket)]
        case (.lostAtEachStart, .failed(.cameraDisconnected, isRunning: false)): [.cameraLost()]
        case (.inUseTakenForFailure, .configurationFailed(let ticket, .cameraInUse)):
            [.configurationFailed(ticket, .cameraUnavailable)]
        case (.inUseTakenForFailure, .failed(.cameraInUse, let isRunning)): [.failed(.other, isRunning: isRunning)]
        case (.interruptionEndMissed, .interruptionEnded): []
        case (.interruptionTreatedAsError, .interrupted): [.failed(.other, isRunning: false)]
        case (.interruptionTreatedAsError, .started(let ticket, isRunning: false, _)):
            [.started(ticket, isRunning: false, isInterrupted: false)]
        case (.backgroundIgnored, .enteredBackground), (.foregroundIgnored, .enteredForeground): []
        case (.resetHandledInBackground, .failed(.mediaServicesReset, _)) where isInBackground:
            [event, .enteredForeground]
        case (.permissionCheckedAfterConfiguration, .start): [.permission(.granted), .start]
        case (.stopDuringStartIgnored, .stop) where openTicket != nil: []
        case (.heatIgnored, .pressure(isTooHigh: true, index: 0)),
            (.endOfHeatMissed, .pressure(isTooHigh: false, index: 0)):
            []
        case (.pluggedCameraIgnored, .cameras(available: true)): []
        case (.recordingErrorSwallowed, .recordingFinished(let ticket, _)): [.recordingFinished(ticket, .requested)]
        case (.lateFinishBelieved, .recordingFinished(_, let end)): [.recordingFinished(recording, end)]
        case (.stopOfRecordingIgnored, .stopRecording): []
        case (.recordsOnUnasked, .record(let ticket, _)): [.record(ticket, goesOn: true)]
        default: changedForSeveral(event)
        }
    }

    /// What a machine with a bug about several cameras is told instead of an event.
    private func changedForSeveral(_ event: CameraEvent) -> [CameraEvent] {
        switch (mutation, event) {
        case (.refusedCameraTriedAgain, .frames) where wanted > 1: [.cameraCount(wanted), event]
        case (.refusedCameraGivenUpForEver, .cameraRefused): [event, .cameraCount(1)]
        case (.heatOfAdditionalCameraIgnored, .pressure(isTooHigh: true, let index)) where index > 0: []
        case (.endOfItsHeatMissed, .pressure(isTooHigh: false, let index)) where index > 0: []
        case (.silentAdditionalCameraIgnored, .frames(let ticket, let counts)):
            [.frames(ticket, Array(counts.prefix(1)))]
        case (.onlyFirstAdditionalCameraWatched, .frames(let ticket, let counts)):
            [.frames(ticket, Array(counts.prefix(2)))]
        case (.lossOfAdditionalCameraTearsDown, .cameraLost(let index)) where index > 0 && hasSeveral:
            [.failed(.other, isRunning: false)]
        case (.lossOfLeadingCameraTearsDown, .cameraLost(index: 0)) where hasSeveral:
            [.failed(.cameraDisconnected, isRunning: false)]
        case (.lossOfOneEndsRecording, .cameraLost(let index)) where index > 0 && hasSeveral: [.stopRecording, event]
        case (.failingAdditionalCameraTakenForFailure, .cameraFailed): [.failed(.other, isRunning: false)]
        case (.hangingCameraTriedForEver, .timer(.pause)) where wanted > 1: [.cameraCount(wanted), event]
        default: changedForBudget(event)
        }
    }

    /// What a machine with a bug about the hardware's budget is told instead of an event.
    private func changedForBudget(_ event: CameraEvent) -> [CameraEvent] {
        switch (mutation, event) {
        case (.tooExpensiveTogetherGivesUp, .failed(.resourcesExhausted, isRunning: false)) where asked != .leading,
            (.tooExpensiveTogetherGivesUp, .failed(.overBudget, isRunning: false)) where asked != .leading:
            [.cameraCount(1), event, .failed(.resourcesExhausted, isRunning: false), event]
        case (.tooExpensiveTogetherTriedForEver, .failed(.resourcesExhausted, isRunning: false))
        where asked != .leading,
            (.tooExpensiveTogetherTriedForEver, .failed(.overBudget, isRunning: false)) where asked != .leading:
            [.cameraCount(wanted), event]
        case (.oneTooExpensiveGivesUp, .failed(.overBudget, isRunning: false)) where asked == .leading:
            [.failed(.resourcesExhausted, isRunning: false)]
        case (.roomForMoreIgnored, .hardwareFreed): []
        case (.interruptedByItsHeatWaitsForEnd, .pressure(isTooHigh: true, let index))
        where index > 0 && machine.status.isInterrupted: []
        default: [event]
        }
    }

    /// What is done instead of an effect.
    private mutating func changed(_ effect: CameraEffect, _ now: CameraTime) -> [CameraEffect] {
        switch effect {
        case .configure(let ticket, let steps, let cameras):
            openTicket = ticket
            asked = cameras
            return [.configure(ticket, changed(steps), changed(cameras))]
        case .start(let ticket):
            openTicket = ticket
            hasRun = true
            return mutation == .doubleStartOnForeground ? [effect, effect] : [effect]
        case .tearDown where mutation == .sessionReplacedBeforeItsTeardown:
            return [.changeSession(forSeveral: true), effect]
        case .tearDown(let ticket, let steps):
            openTicket = ticket
            return changed(ticket, steps, now)
        case .awaitFrame:
            openTicket = nil
            guard mutation == .interruptionEndStartsSession, hasRun, let ticket = startTicket(effect) else {
                return [effect]
            }
            return [.start(ticket), effect]
        case .setTimer(.pause, _) where mutation == .settleTimeLeftOut && isRestarting:
            isRestarting = false
            return machine.handle(.timer(.pause), now: now.after(milliseconds: 1_000_000))
        case .setTimer(.pause, _) where mutation == .inUseNeverTriedAgain && status == .interrupted(.cameraInUse):
            return []
        case .setTimer(let timer, _): return mutation.forgets(timer) ? [] : [effect]
        case .cancelTimer(.firstFrame) where mutation == .watchdogNotCancelled: return []
        case .show(.denied) where mutation == .permissionAskedAgain: return [effect, .requestPermission]
        case .startRecorder(let ticket):
            recording = ticket
            isPaused = false
            hasBegun = false
            return [effect]
        case .stopRecorder(let ticket) where mutation == .finishNotAwaited && machine.status != .live:
            return [effect] + machine.handle(.recordingFinished(ticket, .requested), now: now)
        case .pauseRecorder:
            isPaused = true
            return [effect]
        case .stopRecorder where mutation == .interruptionLetsRecordingGoOn && machine.status.isInterrupted: return []
        case .stopRecorder(let ticket)
        where mutation == .interruptedRecordingDeliveredBeforeItsFile && machine.status.isInterrupted:
            return [effect, .recordingEnded(ticket, .interrupted(nil))]
        case .recordingBegan:
            hasBegun = true
            return mutation == .startOfRecordingNotTold ? [] : [effect]
        case .recordingEnded(_, let end): return changed(effect, end)
        case .changeSession(forSeveral: true) where mutation == .sessionForOneKept: return []
        case .stopRecorder, .resumeRecorder, .requestPermission, .abandonSession, .changeSession, .countFrames,
            .readSessionState, .cancelTimer, .show:
            return [effect]
        }
    }

    private mutating func changed(_ effect: CameraEffect, _ end: RecordingEnd) -> [CameraEffect] {
        if case .interrupted = end { interrupted = effect }
        switch (mutation, end) {
        case (.interruptedRecordingLost, .interrupted), (.unfinishedRecordingLost, .unanswered): return []
        case (.interruptedRecordingLostIfPaused, .interrupted) where isPaused: return []
        case (.interruptedRecordingLostIfBarelyBegun, .interrupted) where !hasBegun: return []
        case (.interruptionReasonLost, .interrupted): return [.recordingEnded(recording, .cameraFailed)]
        default: return changedOtherwise(effect, end)
        }
    }

    private func changedOtherwise(_ effect: CameraEffect, _ end: RecordingEnd) -> [CameraEffect] {
        switch (mutation, end) {
        case (.recordingLostInBackground, .background): []
        case (.recordingDeliveredTwice, .interrupted): [effect, effect]
        case (.recorderStartedWhileInterrupted, .notLive): startRecorder(effect)
        case (.pauseForgottenAtInterruption, .interrupted) where isPaused: [effect, .resumeRecorder(recording)]
        default: [effect]
        }
    }

    private func startRecorder(_ effect: CameraEffect) -> [CameraEffect] {
        guard machine.status.isInterrupted, case .recordingEnded(let ticket, _) = effect else { return [effect] }
        return [.startRecorder(ticket)]
    }

    private func startTicket(_ effect: CameraEffect) -> CameraTicket? {
        guard case .interrupted = staleStatus, case .awaitFrame(let ticket) = effect else { return nil }
        return ticket
    }

    private func changed(_ steps: ConfigurationSteps) -> ConfigurationSteps {
        switch mutation {
        case .outputsNotAddedAgain where hasRun: steps.subtracting(.ensureOutputs)
        case .inputsNotAddedAgain where hasRun: steps.subtracting(.addInputs)
        default: steps
        }
    }

    private func changed(_ cameras: CameraSet) -> CameraSet {
        switch mutation {
        case .additionalCameraNeverAdded: .leading
        case .additionalCameraAddedUnasked: cameras.union(.first(2))
        case .additionalCameraNotTakenOut where hasSeveral: cameras.union(.first(2))
        case .onlyLastOfThreeLeftOut where wanted > 2 && cameras.count < 3: .first(2)
        default: cameras
        }
    }

    private mutating func changed(_ ticket: CameraTicket, _ steps: TeardownSteps, _ now: CameraTime) -> [CameraEffect] {
        switch mutation {
        case .outputsNotRemovedBeforeStop: [.tearDown(ticket, steps.subtracting(.removeOutputs))]
        case .inputsNotRemovedBeforeStop: [.tearDown(ticket, steps.subtracting(.removeInputs))]
        case .sessionNotStopped: [.tearDown(ticket, steps.subtracting(.stopRunning))]
        case .resetWithoutTeardown: machine.handle(.tornDown(ticket), now: now)
        default: [.tearDown(ticket, steps)]
        }
    }
}

extension CameraStatus {
    /// Whether the system has taken the camera.
    fileprivate var isInterrupted: Bool {
        if case .interrupted = self { true } else { false }
    }
}

extension CameraEvent {
    /// The same answer, as if it were one to the operation that is in flight.
    fileprivate func answering(_ ticket: CameraTicket?) -> CameraEvent {
        guard let ticket else { return self }
        switch self {
        case .configured: return .configured(ticket)
        case .started(_, let isRunning, let isInterrupted):
            return .started(ticket, isRunning: isRunning, isInterrupted: isInterrupted)
        case .tornDown: return .tornDown(ticket)
        default: return self
        }
    }
}
