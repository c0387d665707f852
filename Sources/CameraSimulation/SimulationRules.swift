import CameraLifecycle

/// The rules that need a memory: who wants what, since when something is the case, how often something was tried.
///
/// They judge a machine by what it is told, what it wants done and what can be seen from outside; so an engine on real
/// sessions can be held to them, too.
package struct SimulationRules: Sendable {
    private let timing: CameraTiming
    private var wantsRunning = false
    private var wantsPrewarm = false
    private var isForeground = true
    /// How many more starts of the session there is a reason for.
    private var allowedStarts = 0
    private var hasAsked = false
    private var liveSince: CameraTime?
    private var isTooHot = false
    private var hotSince: CameraTime?
    private var startingSince: CameraTime?
    /// Since when the session runs and no frame has come.
    private var expectingSince: CameraTime?
    private var freeSince: CameraTime?
    private var silentSince: CameraTime?
    /// How many failures were told.
    private var failures = 0
    private var lastHeard = CameraEvent.stop
    private var awaitsFrame = false
    private var restartedAt: CameraTime?
    /// When the session could not be configured, unless a user has done something since.
    private var refusedAt: CameraTime?
    /// The configuration that is not answered yet.
    private var configuration = CameraTicket(number: 0)
    private var recordings = RecordingRules()
    private var list = CameraListRules()
    /// Until when timers may be late, since the clock went back.
    private var timersAreLateUntil = CameraTime.zero

    /// - Parameter timing: the machine's; bounds are derived from it.
    package init(timing: CameraTiming) {
        self.timing = timing
    }

    /// After so many milliseconds without faults the picture is back: every operation may have hung once, every attempt
    /// may be needed.
    package var bound: Int64 {
        let attempts = Int64(timing.backOff.count + 1)
        return attempts * (timing.answerWithin + timing.firstFrameWithin) + timing.backOff.reduce(0, +)
            + timing.interruptionCheckEvery + timing.settle + finishWithin + 5_000
    }

    /// For so long the session may wait for a movie to be finished.
    private var finishWithin: Int64 { timing.recorderPollInterval * Int64(timing.recorderPollLimitInHaste + 1) }

    /// Whether the end of a recording has not been told.
    package var owesRecording: Bool { recordings.owesEnd }

    /// The cameras that the user wants besides the leading one.
    package var wantedAdditionalCameras: CameraSet { list.wanted }

    /// What the machine is told.
    package mutating func observe(_ event: CameraEvent, _ now: CameraTime) {
        lastHeard = event
        recordings.observe(event)
        list.observe(event)
        if list.allowsStart(after: event) { allowedStarts += 1 }
        countFailure(event)
        recordRefusal(event, now)
        switch event {
        case .prewarm: wantsPrewarm = true
        case .start:
            wantsRunning = true
            allowAll()
        case .restart:
            wantsRunning = true
            restartedAt = now
            allowAll()
        case .stop:
            wantsRunning = false
            wantsPrewarm = false
            restartedAt = nil
        case .enteredBackground: isForeground = false
        case .enteredForeground:
            isForeground = true
            allowAll()
        case .permission, .cameras, .cameraLost(index: 0), .selectCamera: allowedStarts += 1
        case .pressure(let isTooHigh, index: 0):
            isTooHot = isTooHigh
            allowedStarts += 1
        case .firstFrame: awaitsFrame = false
        case .configurationFailed(_, .cameraInUse), .failed(.cameraInUse, isRunning: false): allowedStarts += 1
        default: break
        }
    }

    private mutating func recordRefusal(_ event: CameraEvent, _ now: CameraTime) {
        switch event {
        case .configurationFailed(configuration, .cameraInUse), .configurationFailed(configuration, .cameraUnavailable),
            .configurationFailed(configuration, .refused):
            refusedAt = now
            // The same answer again says nothing new.
            configuration = CameraTicket(number: 0)
        case .prewarm, .start, .stop, .restart, .selectCamera, .enteredBackground, .enteredForeground, .permission,
            .cameras:
            refusedAt = nil
        default: break
        }
    }

    /// The machine's clock went back: each timer that is set may be late by as much as the longest one takes.
    mutating func clockWentBack(_ now: CameraTime) {
        timersAreLateUntil = now.after(milliseconds: timing.answerWithin)
        startingSince = startingSince?.after(milliseconds: timing.answerWithin)
        expectingSince = expectingSince?.after(milliseconds: timing.answerWithin)
        hotSince = hotSince?.after(milliseconds: timing.answerWithin)
        recordings.clockWentBack(timing)
        list.clockWentBack(timing.answerWithin)
        freeSince = freeSince?.after(milliseconds: timing.answerWithin)
        silentSince = silentSince?.after(milliseconds: timing.answerWithin)
    }

    /// After a user's action, or once the camera is stable, failures count from the beginning.
    private mutating func allowAll() {
        allowedStarts = max(allowedStarts, timing.backOff.count + 1)
        list.allowAll()
    }

    private mutating func countFailure(_ event: CameraEvent) {
        switch event {
        case .failed(.resourcesExhausted, isRunning: false): failures += timing.backOff.count + 1
        case .failed(.cameraInUse, _), .configurationFailed(_, .cameraInUse): break
        case .failed(_, isRunning: false), .configurationFailed, .started(_, isRunning: false, isInterrupted: false),
            .timer(.answer), .timer(.firstFrame),
            .sessionState(_, isInterrupted: false, isRunning: false):
            failures += 1
        case .frames(_, let counts): if counts.first == 0 { failures += 1 }
        default: break
        }
    }

    /// Judges what the machine wants done.
    package mutating func validate(_ effect: CameraEffect, _ now: CameraTime) -> Violation? {
        if let broken = list.validate(effect) { return broken }
        switch effect {
        case .startRecorder, .pauseRecorder, .resumeRecorder, .stopRecorder, .recordingBegan, .recordingEnded:
            return recordings.validate(effect, now)
        case .awaitFrame:
            awaitsFrame = true
            expectingSince = nil
            if case .started(_, isRunning: false, _) = lastHeard { return .startNotVerified }
        case .tearDown:
            if case .failed(_, isRunning: true) = lastHeard { return .tornDownWithoutNeed }
            if lastHeard == .timer(.firstFrame), !awaitsFrame { return .tornDownWithoutNeed }
            awaitsFrame = false
        case .abandonSession: awaitsFrame = false
        case .show(.failed):
            if failures <= timing.backOff.count { return .failedWithoutFailure }
        case .start:
            allowedStarts -= 1
            if allowedStarts < 0 { return .unboundedRecovery }
            if isTooHot { return .runsTooHot }
            return wantsRunning && isForeground ? nil : .stopUndone
        case .configure(let ticket, _, _):
            configuration = ticket
            if let refusedAt, now < refusedAt.after(milliseconds: timing.backOff.min() ?? 0) { return .retriedTooSoon }
            if let pressed = restartedAt {
                restartedAt = nil
                if now < pressed.after(milliseconds: timing.settle) { return .restartedTooSoon }
            }
            return (wantsRunning && isForeground) || wantsPrewarm ? nil : .stopUndone
        case .requestPermission:
            if hasAsked { return .askedTwice }
            hasAsked = true
        default: break
        }
        return nil
    }

    /// What can be seen of a phone from outside.
    package struct VisibleState: Sendable, Hashable {
        /// Whether frames arrive.
        package var isDelivering: Bool
        /// Whether the system has taken the camera away.
        package var isInterrupted: Bool
        /// Whether the session runs, and no call into it is under way, so that a frame is to be expected.
        package var owesFrame: Bool
        /// The additional cameras whose frames arrive.
        package var delivering: CameraSet
        /// Whether there is hardware for what was taken back of the cameras.
        package var mayHaveMore: Bool

        /// - Parameters:
        ///   - isDelivering: whether frames arrive.
        ///   - isInterrupted: whether the system has taken the camera away.
        ///   - owesFrame: whether a frame is to be expected; false where that cannot be seen.
        ///   - delivering: the additional cameras whose frames arrive; all where that cannot be seen.
        ///   - mayHaveMore: whether there is hardware for what was taken back; false where that cannot be seen.
        package init(
            isDelivering: Bool,
            isInterrupted: Bool,
            owesFrame: Bool = false,
            delivering: CameraSet = .first(CameraSet.longestList),
            mayHaveMore: Bool = false
        ) {
            self.delivering = delivering
            self.mayHaveMore = mayHaveMore
            self.isDelivering = isDelivering
            self.isInterrupted = isInterrupted
            self.owesFrame = owesFrame
        }
    }

    /// Judges the state of things.
    package mutating func check(_ status: CameraStatus, _ phone: VisibleState, _ now: CameraTime) -> Violation? {
        if let broken = checkStatus(status) { return broken }
        if let broken = checkPicture(status, phone, now) { return broken }
        if let broken = checkProgress(status, now) { return broken }
        if let broken = checkFirstFrame(status, phone, now) { return broken }
        if let broken = checkHeat(phone, now) { return broken }
        if let broken = recordings.check(status, now, timing) { return broken }
        // Two looks, a call that hangs, and a movie that is not finished may be in the way.
        let patience = timing.frameCheckEvery * 3 + timing.answerWithin + finishWithin
        if let broken = list.check(status, phone, isRecording: recordings.owesEnd, now, patience) { return broken }
        return checkInterruption(status, phone, now)
    }

    private func checkStatus(_ status: CameraStatus) -> Violation? {
        switch status {
        case .off: wantsRunning ? .wrongStatus : nil
        case .inBackground: wantsRunning && !isForeground ? nil : .wrongStatus
        case .askingForPermission, .denied, .restricted, .noCamera, .failed: wantsRunning ? nil : .wrongStatus
        case .starting, .live, .interrupted, .recovering: wantsRunning && isForeground ? nil : .wrongStatus
        }
    }

    private mutating func checkPicture(_ status: CameraStatus, _ phone: VisibleState, _ now: CameraTime) -> Violation? {
        guard status == .live, !phone.isDelivering else {
            silentSince = nil
            if status == .live {
                let since = liveSince ?? now
                liveSince = since
                // A stable camera may fail anew.
                let stable = timing.frameCheckEvery * Int64(timing.checksUntilStable)
                if now > since.after(milliseconds: stable) { allowAll() }
            } else {
                liveSince = nil
            }
            return nil
        }
        liveSince = nil
        let since = silentSince ?? max(now, timersAreLateUntil)
        silentSince = since
        return now > since.after(milliseconds: timing.frameCheckEvery * 3 + timing.answerWithin) ? .blackScreen : nil
    }

    private mutating func checkProgress(_ status: CameraStatus, _ now: CameraTime) -> Violation? {
        switch status {
        case .starting, .recovering:
            let since = startingSince ?? max(now, timersAreLateUntil)
            startingSince = since
            return now > since.after(milliseconds: bound) ? .stuckStarting : nil
        case .off, .inBackground, .askingForPermission, .denied, .restricted, .noCamera, .live, .interrupted, .failed:
            startingSince = nil
            return nil
        }
    }

    private mutating func checkFirstFrame(_ status: CameraStatus, _ phone: VisibleState, _ now: CameraTime)
        -> Violation?
    {
        switch status {
        case .starting, .recovering:
            guard phone.owesFrame else { break }
            let since = expectingSince ?? max(now, timersAreLateUntil)
            expectingSince = since
            return now > since.after(milliseconds: timing.firstFrameWithin + 1_000) ? .stuckStarting : nil
        case .off, .inBackground, .askingForPermission, .denied, .restricted, .noCamera, .live, .interrupted, .failed:
            break
        }
        expectingSince = nil
        return nil
    }

    private mutating func checkHeat(_ phone: VisibleState, _ now: CameraTime) -> Violation? {
        guard isTooHot, phone.isDelivering else {
            hotSince = nil
            return nil
        }
        let since = hotSince ?? max(now, timersAreLateUntil)
        hotSince = since
        // A start and a stop may be in the way, and may hang.
        let patience = timing.answerWithin * 2 + finishWithin
        return now > since.after(milliseconds: patience) ? .runsTooHot : nil
    }

    private mutating func checkInterruption(_ status: CameraStatus, _ phone: VisibleState, _ now: CameraTime)
        -> Violation?
    {
        guard case .interrupted = status, !phone.isInterrupted, !isTooHot, !awaitsFrame else {
            freeSince = nil
            return nil
        }
        let since = freeSince ?? max(now, timersAreLateUntil)
        freeSince = since
        // A camera that another program had is tried again, and a call may hang in that.
        // So is a session from which a hot camera is taken out.
        let isTried = status == .interrupted(.cameraInUse) || list.isConfiguring
        let patience = timing.interruptionCheckEvery + (isTried ? timing.retryInUseEvery + timing.answerWithin : 1_000)
        return now > since.after(milliseconds: patience) ? .stuckInterrupted : nil
    }
}
