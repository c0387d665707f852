import CameraLifecycle

/// The rules about several cameras that need a memory. All sets are of additional cameras.
struct CameraListRules: Sendable {
    /// The cameras that are wanted.
    private(set) var wanted = CameraSet()
    private var hot = CameraSet()
    /// What was configured last, and whether that is answered.
    private var ticket = CameraTicket(number: 0)
    private var teardown = CameraTicket(number: 0)
    /// The cameras that it was with.
    private var asked = CameraSet()
    private var on = CameraSet()
    /// Those that were refused, and nothing is different since.
    private var refused = CameraSet()
    /// Whether there is another reason to do without some for a while.
    private var hasExcuse = false
    private var lastHeard = CameraEvent.stop
    private var lastStatus = CameraStatus.off
    private var keptSince: CameraTime?
    private var missedSince: CameraTime?
    private var reducedSince: CameraTime?
    private var overages = 0
    /// How often all were too much since anything was different; the last one may come late.
    private var overagesInARow = 0

    mutating func observe(_ event: CameraEvent) {
        lastHeard = event
        countOverages(event)
        switch event {
        case .cameraCount(let count):
            wanted = CameraSet.first(count).subtracting(.leading)
            forgive()
        case .start:
            // It may be tried again, but need not be.
            hasExcuse = hasExcuse || !refused.isEmpty
            refused = []
        case .selectCamera, .cameras, .restart, .stop, .hardwareFreed: forgive()
        case .pressure(let isTooHigh, let index) where index > 0:
            if isTooHigh { hot.insert(CameraSet(index: index)) } else { hot.remove(CameraSet(index: index)) }
        case .cameraRefused(ticket, let index): refused.insert(CameraSet(index: index))
        case .cameraFailed(let index): refused.formUnion(asked.intersection(CameraSet(index: index)))
        case .configured(ticket):
            on = asked.subtracting(refused)
            // The same answer again says nothing new.
            ticket = CameraTicket(number: 0)
        case .tornDown(teardown): on = []
        case .cameraLost: hasExcuse = true
        case .frames(_, let counts):
            hasExcuse = hasExcuse || counts.dropFirst().contains(0) || (counts.first == 0 && isAsked)
        case .failed, .timer(.answer), .timer(.firstFrame), .started(_, isRunning: false, _), .configurationFailed,
            .sessionState:
            hasExcuse = hasExcuse || isAsked
        default: break
        }
    }

    /// Whether the last configuration has not been answered.
    var isConfiguring: Bool { ticket.number > 0 }

    /// Whether the last configuration was with several.
    private var isAsked: Bool { !asked.isEmpty }

    private mutating func countOverages(_ event: CameraEvent) {
        switch event {
        case .failed(.resourcesExhausted, isRunning: false), .failed(.overBudget, isRunning: false):
            if isAsked { overagesInARow += 1 }
        case .hardwareFreed, .cameraCount, .selectCamera, .cameras, .start, .stop, .restart, .enteredBackground,
            .enteredForeground:
            overagesInARow = 0
        default: break
        }
    }

    private mutating func forgive() {
        refused = []
        hasExcuse = false
    }

    /// So often all may be too much: once with as many of them, and once for each that is left out then.
    private var mostOverages: Int { wanted.count + 1 }

    /// Whether the session has a reason to be started once more.
    mutating func allowsStart(after event: CameraEvent) -> Bool {
        switch event {
        case .cameraCount, .cameraFailed: return true
        case .cameraLost(let index), .pressure(_, let index): return index > 0
        case .failed(.resourcesExhausted, isRunning: false), .failed(.overBudget, isRunning: false):
            guard isAsked, overages < mostOverages else { return false }
            overages += 1
            return true
        default: return false
        }
    }

    /// A stable camera, or a user's action: what was too much may be tried anew.
    mutating func allowAll() { (overages, overagesInARow) = (0, 0) }

    /// Judges what the machine wants done.
    mutating func validate(_ effect: CameraEffect) -> Violation? {
        switch effect {
        case .configure(let ticket, _, let cameras):
            self.ticket = ticket
            asked = cameras.subtracting(.leading)
            keptSince = nil
            guard isAsked else { return nil }
            if !asked.isSubset(of: wanted) { return .additionalCameraUnasked }
            if !asked.isDisjoint(with: hot) { return .runsTooHot }
            let isTriedAgain = !asked.isDisjoint(with: refused) || overagesInARow > mostOverages
            return isTriedAgain ? .additionalCameraTriedAgain : nil
        case .tearDown(let ticket, _):
            teardown = ticket
            return losesOneOfSeveral ? .pictureLostWithOneCamera : nil
        case .abandonSession:
            on = []
            ticket = CameraTicket(number: 0)
            teardown = ticket
        case .stopRecorder: return losesOneOfSeveral ? .recordingLostWithOneCamera : nil
        case .show(.failed): return isAsked && isExhausted ? .failedWithSeveralCameras : nil
        default: break
        }
        return nil
    }

    private var isExhausted: Bool {
        switch lastHeard {
        case .failed(.resourcesExhausted, _), .failed(.overBudget, _): true
        default: false
        }
    }

    /// Whether one camera of several went, while the picture of another was to be seen.
    private var losesOneOfSeveral: Bool {
        guard !on.isEmpty, lastStatus == .live else { return false }
        switch lastHeard {
        case .cameraLost: return true
        case .pressure(isTooHigh: true, let index): return index > 0
        case .frames(_, let counts): return counts.first != 0
        default: return false
        }
    }

    /// Judges the state of things once an event was dealt with.
    mutating func check(
        _ status: CameraStatus,
        _ phone: SimulationRules.VisibleState,
        isRecording: Bool,
        _ now: CameraTime,
        _ patience: Int64
    ) -> Violation? {
        defer { lastStatus = status }
        let isLive = status == .live && phone.isDelivering
        let useless = on.subtracting(wanted).union(on.intersection(hot)).union(on.subtracting(phone.delivering))
        let missed = wanted.subtracting(hot).subtracting(refused).subtracting(on)
        func isTooLong(_ since: inout CameraTime?, _ isSo: Bool) -> Bool {
            since = isSo ? since ?? now : nil
            return since.map { now > $0.after(milliseconds: patience) } ?? false
        }
        if isTooLong(&keptSince, isLive && !useless.isEmpty) { return .additionalCameraKept }
        if isTooLong(&missedSince, isLive && !isRecording && !hasExcuse && !missed.isEmpty) {
            return .additionalCameraForgotten
        }
        return isTooLong(&reducedSince, isLive && !isRecording && phone.mayHaveMore) ? .lessThanPossible : nil
    }

    /// The machine's clock went back: its looks come later.
    mutating func clockWentBack(_ milliseconds: Int64) {
        keptSince = keptSince?.after(milliseconds: milliseconds)
        missedSince = missedSince?.after(milliseconds: milliseconds)
        reducedSince = reducedSince?.after(milliseconds: milliseconds)
    }
}
