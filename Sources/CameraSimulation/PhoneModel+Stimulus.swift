import CameraLifecycle

extension PhoneModel {
    /// Lets something happen to the phone. What the engine is told of it goes to the eventQueue, after what was there before.
    mutating func apply(_ stimulus: PhoneStimulus, _ now: CameraTime, _ eventQueue: inout EventQueue<ScheduledEvent>) {
        if let event = change(stimulus, now, &eventQueue) { eventQueue.add(.event(event), at: now) }
    }

    private mutating func change(
        _ stimulus: PhoneStimulus,
        _ now: CameraTime,
        _ eventQueue: inout EventQueue<ScheduledEvent>
    ) -> CameraEvent? {
        switch stimulus {
        case .prewarm: return .prewarm
        case .start:
            lookUpPermission(now, &eventQueue)
            return .start
        case .stop: return .stop
        case .restart:
            lookUpPermission(now, &eventQueue)
            return .restart
        case .selectCamera: return .selectCamera
        case .background:
            setForeground(false, now, &eventQueue)
            return .enteredBackground
        case .foreground:
            setForeground(true, now, &eventQueue)
            lookUpPermission(now, &eventQueue)
            return .enteredForeground
        case .allow: return setPermission(.granted)
        case .deny: return setPermission(.denied)
        case .restrict: return setPermission(.restricted)
        case .unplug: return setCamera(false, now, &eventQueue)
        case .plug: return setCamera(true, now, &eventQueue)
        case .callBegins: block(.microphoneInUse, now, &eventQueue)
        case .callEnds: unblock(.microphoneInUse, now, &eventQueue)
        case .otherAppTakesCamera: block(.cameraInUse, now, &eventQueue)
        case .otherAppReturnsCamera: unblock(.cameraInUse, now, &eventQueue)
        case .severalApps: block(.severalAppsOnScreen, now, &eventQueue)
        case .oneApp: unblock(.severalAppsOnScreen, now, &eventQueue)
        case .overheat: block(.systemPressure, now, &eventQueue)
        case .coolDown: unblock(.systemPressure, now, &eventQueue)
        case .sensitiveContent: block(.sensitiveContent, now, &eventQueue)
        case .sensitiveContentDismissed: unblock(.sensitiveContent, now, &eventQueue)
        case .pressureTooHigh: return .pressure(isTooHigh: true)
        case .pressureAbates: return .pressure(isTooHigh: false)
        case .resetMediaServices: return failSession(.mediaServicesReset, now, &eventQueue)
        case .sessionFails: return failSession(.other, now, &eventQueue)
        case .staleError: return isRunning ? .failed(.other, isRunning: true) : nil
        case .freeze: isFrozen = true
        case .thaw: thaw(now, &eventQueue)
        case .hangNext: hangsNext = true
        case .failNextConfiguration: failsNextConfiguration = true
        case .failNextStart: failsNextStart = true
        case .cameraBreaks: isBroken = true
        case .cameraWorks: isBroken = false
        case .otherProgramTakesCamera: isInUseElsewhere = !isRunning && !isInterrupted
        case .otherProgramReturnsCamera: isInUseElsewhere = false
        case .clockGoesBack: clockOffset -= 7_000_000_000
        case .loseNextNotice: losesNextNotice = true
        case .repeatAnswer: return lastAnswer
        case .record: return record(goesOn: false)
        case .recordGoingOn: return record(goesOn: true)
        case .pauseRecording: return .pauseRecording
        case .resumeRecording: return .resumeRecording
        case .stopRecording: return .stopRecording
        case .diskFills: endRecording(.diskFull, now, &eventQueue)
        case .movieIsLong: endRecording(.maximumDuration, now, &eventQueue)
        case .recorderFails: endRecording(.failed(code: -11_800), now, &eventQueue)
        case .hangRecorder: recorder.hangsNext = true
        case .wantCameras, .pullOut, .putInAnother, .tooHot, .cools, .freezeAdditional, .thawAdditional,
            .additionalFails, .refuseAdditional, .takeAdditional, .room, .hangAdditional:
            return changeList(stimulus, now, &eventQueue)
        }
        return nil
    }

    private mutating func changeList(
        _ stimulus: PhoneStimulus,
        _ now: CameraTime,
        _ eventQueue: inout EventQueue<ScheduledEvent>
    ) -> CameraEvent? {
        switch stimulus {
        case .wantCameras(let count): return .cameraCount(count)
        case .pullOut(let index): return pullOut(index, now, &eventQueue)
        case .putInAnother: return plugIn()
        case .tooHot(let index): return heat(index, now, &eventQueue)
        case .cools(let index): return cool(index, now, &eventQueue)
        case .freezeAdditional(let index): others.frozen.insert(CameraSet(index: index))
        case .thawAdditional(let index): others.frozen.remove(CameraSet(index: index))
        case .additionalFails(let index):
            guard others.present.contains(index: index), isRunning, failSession(.other, now, &eventQueue) != nil else {
                return nil
            }
            return .cameraFailed(index: index)
        case .refuseAdditional(let index): others.refused.insert(CameraSet(index: index))
        case .takeAdditional: others.refused = []
        case .room(let complete, let reduced):
            return setRoom(HardwareRoom(complete: complete, reduced: reduced), now, &eventQueue)
        case .hangAdditional: others.hangsNext = true
        default: break
        }
        return nil
    }

    private mutating func record(goesOn: Bool) -> CameraEvent {
        recordings += 1
        return .record(RecordingTicket(number: recordings), goesOn: goesOn)
    }

    /// As the engine does whenever the user may have changed it.
    private func lookUpPermission(_ now: CameraTime, _ eventQueue: inout EventQueue<ScheduledEvent>) {
        eventQueue.add(.event(.permission(permission)), at: now)
    }

    private mutating func setForeground(
        _ isForeground: Bool,
        _ now: CameraTime,
        _ eventQueue: inout EventQueue<ScheduledEvent>
    ) {
        self.isForeground = isForeground
        if isForeground { release(now, &eventQueue) } else { interrupt(.background, now, &eventQueue) }
    }

    private mutating func setPermission(_ permission: CameraPermission) -> CameraEvent? {
        // As long as the user has not answered, the answer is all that can change.
        guard self.permission != .undecided else {
            answer = permission
            return nil
        }
        self.permission = permission
        if permission != .granted { wasRefusedMeanwhile = true }
        return .permission(permission)
    }

    private mutating func setCamera(_ isThere: Bool, _ now: CameraTime, _ eventQueue: inout EventQueue<ScheduledEvent>)
        -> CameraEvent
    {
        let isLost = hasCamera && !isThere
        let former = others.present
        hasCamera = isThere
        others.connected = isThere ? AdditionalCamerasModel.all : 0
        if isLost { loseOnlyCamera(now, &eventQueue) }
        if isLost, !former.isEmpty {
            others.lacksLeader = true
            for index in former.indices where others.lose(index) {
                eventQueue.add(.event(.cameraLost(index: index)), at: now)
            }
            // Without any camera the session itself fails.
            eventQueue.add(.event(.failed(.cameraDisconnected, isRunning: false)), at: now)
        }
        return .cameras(available: isThere)
    }

    /// The session's camera is pulled out, and no other one is left in it.
    mutating func loseOnlyCamera(_ now: CameraTime, _ eventQueue: inout EventQueue<ScheduledEvent>) {
        guard hasInputs else { return }
        isRunning = false
        isInterrupted = false
        endRecording(.cameraLost, now, &eventQueue)
        eventQueue.add(.event(.cameraLost()), at: now)
    }

    private mutating func block(
        _ reason: CameraInterruption,
        _ now: CameraTime,
        _ eventQueue: inout EventQueue<ScheduledEvent>
    ) {
        guard blockers.insert(reason).inserted else { return }
        interrupt(reason, now, &eventQueue)
    }

    private mutating func unblock(
        _ reason: CameraInterruption,
        _ now: CameraTime,
        _ eventQueue: inout EventQueue<ScheduledEvent>
    ) {
        guard blockers.remove(reason) != nil else { return }
        release(now, &eventQueue)
    }

    mutating func interrupt(
        _ reason: CameraInterruption,
        _ now: CameraTime,
        _ eventQueue: inout EventQueue<ScheduledEvent>
    ) {
        guard isRunning, !isInterrupted else { return }
        isRunning = false
        isInterrupted = true
        endRecording(.interrupted(nil), now, &eventQueue)
        eventQueue.add(.event(.interrupted(reason)), at: now)
    }

    /// Ends the interruption when nothing is left that causes it; the session goes on by itself.
    mutating func release(_ now: CameraTime, _ eventQueue: inout EventQueue<ScheduledEvent>) {
        guard isInterrupted, !isBlocked, resume() else { return }
        eventQueue.add(.event(.interruptionEnded), at: now)
    }

    /// The session goes on after an interruption.
    ///
    /// - Returns: whether the engine is told.
    mutating func resume() -> Bool {
        defer { losesNextNotice = false }
        isInterrupted = false
        isRunning = true
        return !losesNextNotice
    }

    mutating func failSession(
        _ failure: SessionFailure,
        _ now: CameraTime,
        _ eventQueue: inout EventQueue<ScheduledEvent>
    ) -> CameraEvent? {
        // A reset of the media services is told to everyone; other errors only come from a session in use.
        guard isRunning || isInterrupted || failure == .mediaServicesReset else { return nil }
        isRunning = false
        isInterrupted = false
        endRecording(.failed(code: -11_819), now, &eventQueue)
        return .failed(failure, isRunning: false)
    }

    private mutating func thaw(_ now: CameraTime, _ eventQueue: inout EventQueue<ScheduledEvent>) {
        isFrozen = false
        if let awaited { eventQueue.add(.frame(session: session, ticket: awaited), at: now) }
    }

    /// Ends everything that keeps a camera from working.
    mutating func heal(_ now: CameraTime, _ eventQueue: inout EventQueue<ScheduledEvent>) {
        hangsNext = false
        recorder.hangsNext = false
        failsNextConfiguration = false
        failsNextStart = false
        losesNextNotice = false
        isInUseElsewhere = false
        isBroken = false
        answer = .granted
        others.heal()
        let healing: [PhoneStimulus] = [
            .thaw, .callEnds, .otherAppReturnsCamera, .oneApp, .coolDown, .pressureAbates,
            .sensitiveContentDismissed, .plug, .foreground, .allow, .cools(1), .cools(2), .putInAnother, .putInAnother,
        ]
        for stimulus in healing { apply(stimulus, now, &eventQueue) }
    }
}

/// What users, other apps and hardware do to a camera.
public enum PhoneStimulus: Sendable, Hashable, CaseIterable {
    // MARK: What users want

    /// The session is configured beforehand.
    case prewarm
    /// The camera is wanted.
    case start
    /// It is wanted no more.
    case stop
    /// "Restart Camera" is pressed.
    case restart
    /// Another camera is chosen.
    case selectCamera
    /// The app is put aside.
    case background
    /// The app comes back.
    case foreground
    /// The user allows the camera.
    case allow
    /// The user refuses it.
    case deny
    /// Somebody else decides that the user may not.
    case restrict

    // MARK: What hardware and other apps do

    /// The camera is pulled out.
    case unplug
    /// It is put in again.
    case plug
    /// A call takes the session away.
    case callBegins
    /// The call is over.
    case callEnds
    /// Another app takes the camera.
    case otherAppTakesCamera
    /// It gives it back.
    case otherAppReturnsCamera
    /// Several apps share the screen.
    case severalApps
    /// The app has the screen for itself again.
    case oneApp
    /// The device is too hot for a camera.
    case overheat
    /// It is not any more.
    case coolDown
    /// Something sensitive is seen.
    case sensitiveContent
    /// The user wants to see it.
    case sensitiveContentDismissed
    /// The camera in use becomes so hot that it has to stop.
    case pressureTooHigh
    /// It has cooled down.
    case pressureAbates

    // MARK: What goes wrong

    /// Media services die and come back.
    case resetMediaServices
    /// The running session fails with an error of no special meaning.
    case sessionFails
    /// An error of a former session arrives while this one runs.
    case staleError
    /// The sensor stops delivering.
    case freeze
    /// It delivers again.
    case thaw
    /// The next operation of the session takes for ever.
    case hangNext
    /// The next configuration fails.
    case failNextConfiguration
    /// The next start fails.
    case failNextStart
    /// Every start fails, as if the camera were lost just then.
    case cameraBreaks
    /// Starts work again.
    case cameraWorks
    /// Another program has the camera; nobody is told.
    case otherProgramTakesCamera
    /// It gives it back; nobody is told.
    case otherProgramReturnsCamera
    /// The engine's clock goes back.
    case clockGoesBack
    /// The next notice of the end of an interruption gets lost.
    case loseNextNotice
    /// An answer of a former operation arrives again.
    case repeatAnswer

    // MARK: Recordings

    /// A recording is asked for.
    case record
    /// One is asked for that goes on with another camera.
    case recordGoingOn
    /// It is to pause.
    case pauseRecording
    /// It is to go on.
    case resumeRecording
    /// It is to end.
    case stopRecording
    /// There is no room for the recording that is under way.
    case diskFills
    /// It is as long as it may be.
    case movieIsLong
    /// It fails.
    case recorderFails
    /// The recorder's next start or stop takes longer than anybody waits.
    case hangRecorder

    // MARK: Several cameras

    /// So many cameras are wanted.
    case wantCameras(Int)
    /// Of several cameras the one with this index is pulled out; there is one left at least.
    case pullOut(Int)
    /// Another one is put in.
    case putInAnother
    /// An additional camera becomes so hot that it has to stop.
    case tooHot(Int)
    /// It has cooled down.
    case cools(Int)
    /// It stops delivering; nobody is told.
    case freezeAdditional(Int)
    /// It delivers again.
    case thawAdditional(Int)
    /// It fails, and the session stops because of that.
    case additionalFails(Int)
    /// The session does not take it; nobody is told.
    case refuseAdditional(Int)
    /// The session takes all again.
    case takeAdditional
    /// So many cameras the hardware can run with all that they can do, and so many with less of each.
    case room(complete: Int, reduced: Int)
    /// The next configuration with several takes for ever.
    case hangAdditional

    /// All of them on a phone with three cameras.
    public static let allCases: [PhoneStimulus] = ofOneCamera + ofSeveralCameras

    private static let ofOneCamera: [PhoneStimulus] = [
        .prewarm, .start, .stop, .restart, .selectCamera, .background, .foreground, .allow, .deny, .restrict, .unplug,
        .plug, .callBegins, .callEnds, .otherAppTakesCamera, .otherAppReturnsCamera, .severalApps, .oneApp, .overheat,
        .coolDown, .sensitiveContent, .sensitiveContentDismissed, .pressureTooHigh, .pressureAbates,
        .resetMediaServices, .sessionFails, .staleError, .freeze, .thaw, .hangNext, .failNextConfiguration,
        .failNextStart, .cameraBreaks, .cameraWorks, .otherProgramTakesCamera, .otherProgramReturnsCamera,
        .clockGoesBack, .loseNextNotice, .repeatAnswer, .record, .recordGoingOn, .pauseRecording, .resumeRecording,
        .stopRecording, .diskFills, .movieIsLong, .recorderFails, .hangRecorder,
    ]

    private static let ofSeveralCameras: [PhoneStimulus] =
        [
            .wantCameras(1), .wantCameras(2), .wantCameras(3), .pullOut(0), .pullOut(1), .pullOut(2), .putInAnother,
            .takeAdditional, .hangAdditional,
            // Enough for one with less of it, for one, for two with less of each, for three likewise, for all.
            .room(complete: 0, reduced: 1), .room(complete: 1, reduced: 1), .room(complete: 1, reduced: 2),
            .room(complete: 2, reduced: 3), .room(complete: 8, reduced: 8), .room(complete: 8, reduced: 8),
        ]
        + [1, 2].flatMap { index in
            [
                .tooHot(index), .cools(index), .freezeAdditional(index), .thawAdditional(index),
                .additionalFails(index), .refuseAdditional(index),
            ]
        }
}
