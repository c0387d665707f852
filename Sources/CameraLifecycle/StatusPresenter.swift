/// What the user sees: derived anew from everything else after each event, so that it is never out of date.
struct StatusPresenter: Sendable {
    /// What the session has for the screen.
    enum Preview: Sendable, Hashable {
        case none
        case live
        case interrupted(CameraInterruption?)
    }

    /// What the user sees.
    private(set) var status = CameraStatus.off
    private var isLoadingLong = false

    /// The start takes so long that it shows (R-LIFE-11).
    mutating func showProgress() {
        isLoadingLong = true
    }

    /// Derives the status, and has it shown when it has changed.
    mutating func update(
        _ intent: CameraIntent,
        _ recovery: RecoveryBudget,
        _ preview: Preview,
        _ collector: inout EffectCollector
    ) {
        var next = status(intent, recovery, preview)
        if next.isStarting, !status.isStarting {
            isLoadingLong = false
            next = .starting(showsProgress: false)
            collector.set(.loading)
        } else if status.isStarting, !next.isStarting {
            collector.cancel(.loading)
        }
        guard next != status else { return }
        status = next
        collector.add(.show(next))
    }

    private func status(_ intent: CameraIntent, _ recovery: RecoveryBudget, _ preview: Preview) -> CameraStatus {
        guard intent.wantsRunning else { return .off }
        if let error = recovery.error { return .failed(error) }
        guard intent.isForeground else { return .inBackground }
        switch intent.permission {
        case .undecided: return .askingForPermission
        case .denied: return .denied
        case .restricted: return .restricted
        case .granted: break
        }
        guard intent.hasCamera else { return .noCamera }
        // It was stopped, not interrupted; to the user that is the same, and the system interrupts it at the same time.
        if intent.isTooHot { return .interrupted(.systemPressure) }
        switch preview {
        case .live: return .live
        case .interrupted(let reason): return .interrupted(reason)
        case .none: break
        }
        if recovery.isInUseElsewhere { return .interrupted(.cameraInUse) }
        return recovery.attempts > 0
            ? .recovering(attempt: recovery.attempts) : .starting(showsProgress: isLoadingLong)
    }
}

extension CameraStatus {
    fileprivate var isStarting: Bool {
        if case .starting = self { true } else { false }
    }
}
