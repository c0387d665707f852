/// What goes wrong: losses, errors, operations that never end. What can be mended is tried again, a bounded number of times.
extension CameraStateMachine {
    mutating func handleFailure(_ failure: SessionFailure, _ isRunning: Bool) {
        // The error of a session that runs is a former one's.
        guard !isRunning else { return }
        switch failure {
        case .cameraDisconnected:
            // A camera that is lost again at each start has to end somewhere.
            if phase.isStarting { recover() } else { handleCameraLoss() }
        case .resourcesExhausted:
            // Comes late, when the start that caused it was seen to fail already, so it counts in any phase; but one from
            // before a restart is not about what came after it.
            if intent.isWantedNow, phase.usesSession || recovery.attempts > 0 { handleOverage(orElse: { $0.giveUp() }) }
        case .overBudget:
            // One camera is set up with less of it when it is tried again.
            if phase.usesSession { handleOverage(orElse: { $0.recover() }) }
        case .cameraInUse:
            // May come late, too.
            waitUntilFree()
        case .mediaServicesReset, .other:
            if phase.usesSession { recover() }
        }
    }

    mutating func handleCameraLoss() {
        if phase.usesSession { needsTeardown = true }
    }

    /// Tears down and tries again, a bounded number of times. It never undoes what the user or the system wants: whether to
    /// start again is asked when the time has come.
    ///
    /// - Parameter isNew: whether nothing has been decided about this failure yet, though there is to be a teardown.
    mutating func recover(isNew: Bool = false) {
        // One failure may be told twice.
        guard isNew || !needsTeardown else { return }
        needsTeardown = true
        if recovery.attempts > 0 { cameras.suspect() }
        if intent.isWantedNow { recovery.tryAgain(timing.backOff) } else { skipPrewarm() }
    }

    /// Tries again after a while, as often as it takes: another program has the camera, and nobody tells when it is free.
    mutating func waitUntilFree() {
        if phase.usesSession { needsTeardown = true }
        guard intent.isWantedNow else { return skipPrewarm() }
        if recovery.error == nil { recovery.waitUntilFree(timing.retryInUseEvery) }
    }

    /// What was only to save time is not tried again and again: a start configures all the same.
    mutating func skipPrewarm() {
        intent.wantsPrewarm = false
    }

    mutating func giveUp() {
        needsTeardown = true
        recovery.giveUp(.cameraSystemError)
    }

    mutating func abandonSession() {
        switch phase {
        case .configuring, .starting, .switching, .adjusting, .tearingDown:
            // A movie may go on while one of its cameras is taken out.
            if case .adjusting = phase { _ = recording.release(.cameraFailed, &collector) }
            collector.add(.abandonSession)
            cameras.suspect()
            cameras.empty()
            resumesInterrupted = false
            phase = .empty
            interruption = nil
            needsTeardown = false
            recover()
        case .empty, .pausing, .ready, .awaitingFrame, .live, .interrupted:
            break
        }
    }
}
