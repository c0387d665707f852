/// What comes from the session: answers to what it was told to do, frames, interruptions.
extension CameraStateMachine {
    // MARK: - Answers

    mutating func finishConfiguration(_ ticket: CameraTicket) {
        if phase.isConfiguring(ticket) { cameras.finish() }
        switch phase {
        case .configuring(ticket):
            collector.cancel(.answer)
            phase = .ready
        case .switching(ticket):
            collector.cancel(.answer)
            if interruption == nil { awaitFrame() } else { waitForEnd() }
        case .adjusting(ticket):
            collector.cancel(.answer)
            finishAdjusting()
        case .empty, .pausing, .configuring, .ready, .starting, .awaitingFrame, .live, .switching, .adjusting,
            .interrupted, .tearingDown:
            break
        }
    }

    private mutating func finishAdjusting() {
        let awaitsFrame = resumesInterrupted
        resumesInterrupted = false
        if interruption != nil {
            waitForEnd()
        } else if awaitsFrame {
            awaitFrame()
        } else {
            goLive(collector.nextTicket())
        }
    }

    mutating func failConfiguration(_ ticket: CameraTicket, _ failure: ConfigurationFailure) {
        guard phase.isConfiguring(ticket) else { return }
        collector.cancel(.answer)
        resumesInterrupted = false
        // What was added before the failure has to go.
        phase = .ready
        switch failure {
        case .noCamera:
            intent.hasCamera = false
            needsTeardown = true
        case .notPermitted:
            // A permission that was given meanwhile is the newer answer; should it not hold, the next refusal has nothing newer.
            // Why it is refused is known already where the phone has told it: a lock is not the user's own refusal.
            if permissionToldDuring != ticket, intent.permission == .granted { intent.setPermission(.denied) }
            needsTeardown = true
        case .cameraInUse:
            waitUntilFree()
        case .cameraUnavailable, .refused:
            // Not the failure of a prewarming that makes a teardown necessary already: that has no pause.
            recover(isNew: !recovery.isUnderWay)
        }
    }

    mutating func finishStart(
        _ ticket: CameraTicket,
        _ isRunning: Bool,
        _ isInterrupted: Bool
    ) {
        guard phase == .starting(ticket) else { return }
        collector.cancel(.answer)
        if isRunning {
            interruption = nil
            awaitFrame()
        } else if isInterrupted {
            // A start that the system does not allow now is remembered by the session; it is no failure.
            waitForEnd()
        } else {
            phase = .ready
            recover()
        }
    }

    mutating func finishTeardown(_ ticket: CameraTicket) {
        guard phase == .tearingDown(ticket) else { return }
        collector.cancel(.answer)
        cameras.empty()
        phase = .empty
    }

    // MARK: - Frames

    mutating func awaitFrame() {
        let ticket = collector.nextTicket()
        phase = .awaitingFrame(ticket)
        collector.add(.awaitFrame(ticket))
        collector.set(.firstFrame)
    }

    mutating func handleFirstFrame(_ ticket: CameraTicket) {
        guard phase == .awaitingFrame(ticket) else { return }
        collector.cancel(.firstFrame)
        recovery.isFree()
        goLive(ticket)
    }

    mutating func goLive(_ ticket: CameraTicket) {
        phase = .live(ticket)
        isReplacingSession = false
        checks = FrameChecks()
        collector.set(.frameCheck)
    }

    /// How many frames of the leading camera came since the last look.
    mutating func handleFrames(_ count: Int) {
        switch checks.record(count, stableAfter: timing.checksUntilStable) {
        case .open: break
        case .stable:
            recovery.renew()
            cameras.isWell()
        case .stalled: return recover()
        }
        collector.set(.frameCheck)
        // What comes by itself comes while all is well.
        if count > 0, cameras.mayCome || cameras.mayHaveMore, recording.phase == .idle, shouldRun, !needsTeardown {
            adjust(addsNone: false)
        }
    }

    // MARK: - Interruptions

    mutating func interrupt(_ reason: CameraInterruption) {
        // Also that of a session that does not run: should it be started during the interruption, it may not be told anew.
        interruption = reason
        switch phase {
        case .awaitingFrame, .live:
            recording.stop(RecordingEnd(reason), &collector)
            waitForEnd()
        case .adjusting: recording.stop(RecordingEnd(reason), &collector)
        case .empty, .pausing, .configuring, .ready, .starting, .switching, .interrupted, .tearingDown: break
        }
    }

    mutating func waitForEnd() {
        cancelChecks()
        recovery.isFree()
        phase = .interrupted(collector.nextTicket())
        isReplacingSession = false
        collector.set(.interruptionCheck)
    }

    mutating func endInterruption() {
        interruption = nil
        guard case .interrupted = phase else { return }
        collector.cancel(.interruptionCheck)
        awaitFrame()
    }

    mutating func handleSessionState(
        _ ticket: CameraTicket,
        _ isInterrupted: Bool,
        _ isRunning: Bool
    ) {
        guard phase == .interrupted(ticket) else { return }
        if isInterrupted {
            collector.set(.interruptionCheck)
        } else if isRunning {
            endInterruption()
        } else {
            recover()
        }
    }
}
