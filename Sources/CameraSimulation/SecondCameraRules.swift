import CameraLifecycle

/// The rules about a second camera that need a memory.
struct SecondCameraRules: Sendable {
    private var wants = false
    private var isTooHot = false
    /// What was configured last, and whether that is answered.
    private var ticket = CameraTicket(number: 0)
    private var teardown = CameraTicket(number: 0)
    /// Whether it was with both.
    private(set) var isAsked = false
    private var isOn = false
    /// Whether it was refused, and nothing is different since.
    private var isRefused = false
    /// Whether there is another reason to do without it for a while.
    private var hasExcuse = false
    private var lastHeard = CameraEvent.stop
    private var lastStatus = CameraStatus.off
    private var keptSince: CameraTime?
    private var missedSince: CameraTime?
    private var overages = 0
    /// How often both were too much since anything was different; the last one may come late.
    private var overagesInARow = 0

    /// Whether two cameras are wanted.
    var wantsTwo: Bool { wants }

    mutating func hears(_ event: CameraEvent) {
        lastHeard = event
        countOverages(event)
        switch event {
        case .secondCamera(let isWanted):
            wants = isWanted
            forgive()
        case .start:
            // It may be tried again, but need not be.
            hasExcuse = hasExcuse || isRefused
            isRefused = false
        case .selectCamera, .cameras, .restart, .stop: forgive()
        case .secondCameraPressure(let isTooHigh): isTooHot = isTooHigh
        case .secondCameraRefused(ticket): isRefused = true
        case .secondCameraFailed: isRefused = isRefused || isAsked
        case .configured(ticket):
            isOn = isAsked && !isRefused
            // The same answer again says nothing new.
            ticket = CameraTicket(number: 0)
        case .tornDown(teardown): isOn = false
        case .secondCameraLost, .cameraLost, .secondFrames(_, 0): hasExcuse = true
        case .failed, .timer(.answer), .timer(.firstFrame), .frames(_, 0), .started(_, isRunning: false, _),
            .configurationFailed, .sessionState:
            hasExcuse = hasExcuse || isAsked
        default: break
        }
    }

    private mutating func countOverages(_ event: CameraEvent) {
        switch event {
        case .failed(.resourcesExhausted, isRunning: false): if isAsked { overagesInARow += 1 }
        case .secondCamera, .selectCamera, .cameras, .start, .stop, .restart, .enteredBackground, .enteredForeground:
            overagesInARow = 0
        default: break
        }
    }

    private mutating func forgive() {
        isRefused = false
        hasExcuse = false
    }

    /// Whether the session has a reason to be started once more: with both it was too much, which may be so twice.
    mutating func allowsStart(after event: CameraEvent) -> Bool {
        switch event {
        case .secondCamera, .secondCameraLost, .secondCameraPressure, .secondCameraFailed: return true
        case .failed(.resourcesExhausted, isRunning: false):
            guard isAsked, overages < 2 else { return false }
            overages += 1
            return true
        default: return false
        }
    }

    /// A stable camera, or a user's action: what was too much may be tried anew.
    mutating func allowAll() { (overages, overagesInARow) = (0, 0) }

    /// Judges what the machine wants done.
    mutating func judge(_ effect: CameraEffect) -> Violation? {
        switch effect {
        case .configure(let ticket, let steps):
            self.ticket = ticket
            isAsked = steps.contains(.addSecondCamera)
            keptSince = nil
            guard isAsked else { return nil }
            if !wants { return .secondCameraUnasked }
            if isTooHot { return .runsTooHot }
            return isRefused || overagesInARow > 2 ? .secondCameraTriedAgain : nil
        case .tearDown(let ticket, _):
            teardown = ticket
            return losesOneOfTwo ? .pictureLostWithOneCamera : nil
        case .abandonSession:
            isOn = false
            ticket = CameraTicket(number: 0)
            teardown = ticket
        case .stopRecorder: return losesOneOfTwo ? .recordingLostWithOneCamera : nil
        case .show(.failed): return isAsked && isExhausted ? .failedWithTwoCameras : nil
        default: break
        }
        return nil
    }

    private var isExhausted: Bool {
        if case .failed(.resourcesExhausted, _) = lastHeard { true } else { false }
    }

    /// Whether one camera of two went, while the picture of the other was to be seen.
    private var losesOneOfTwo: Bool {
        guard isOn, lastStatus == .live else { return false }
        switch lastHeard {
        case .secondCameraLost, .cameraLost, .secondCameraPressure(isTooHigh: true), .secondFrames: return true
        default: return false
        }
    }

    /// Judges the state of things once an event was dealt with.
    mutating func check(
        _ status: CameraStatus,
        _ phone: SimulationRules.Sight,
        isRecording: Bool,
        _ now: CameraTime,
        _ patience: Int64
    ) -> Violation? {
        defer { lastStatus = status }
        let isKept = isOn && (!wants || isTooHot || !phone.secondIsDelivering) && status == .live && phone.isDelivering
        keptSince = isKept ? keptSince ?? now : nil
        if let keptSince, now > keptSince.after(milliseconds: patience) { return .secondCameraKept }
        let isMissed =
            wants && !isTooHot && !isRefused && !hasExcuse && !isOn && status == .live && phone.isDelivering
            && !isRecording
        missedSince = isMissed ? missedSince ?? now : nil
        if let missedSince, now > missedSince.after(milliseconds: patience) { return .secondCameraForgotten }
        return nil
    }

    /// The machine's clock went back: its looks come later.
    mutating func clockWentBack(_ milliseconds: Int64) {
        keptSince = keptSince?.after(milliseconds: milliseconds)
        missedSince = missedSince?.after(milliseconds: milliseconds)
    }
}
