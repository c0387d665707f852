import CaptureDriver
import CoreMedia
import Synchronization

/// What a simulated phone's operating system decides. All methods may be called from any thread.
final class SimulatedConditions: SystemConditions {
    /// An interruption that is in force.
    private struct Interruption {
        var reason: CaptureInterruption
        /// Whom it concerns: sessions with an input for this medium; all of them for `nil`.
        var medium: CaptureDeviceDescription.Medium?
    }

    private struct State {
        var authorizations: [CaptureDeviceDescription.Medium: CaptureAuthorization]
        var answer = SimulatedPhone.PermissionAnswer.allow
        var askers: [CaptureDeviceDescription.Medium: [@Sendable (Bool) -> Void]] = [:]
        var orientation: HostOrientation?
        var pressures: [CaptureDeviceDescription.ID: SystemPressure] = [:]
        var commonPressure = SystemPressure()
        var interruptions: [Interruption] = []
        /// What the call that is under way has taken.
        var takenByCall: [CaptureInterruption] = []
        var refusals: [CaptureStartRefusal] = []
        var areMediaServicesLost = false
        var routing = AudioRouting()
        var ledger: HardwareLedger
        var cameras: CaptureCameraHardware
        /// Sessions that were told of already that they add sound after pictures.
        var sessionsWithLateAudio: Set<CaptureSessionIdentity> = []
    }

    private let clock: any CaptureClock
    private let log: EventLog
    /// Whether sound has routes to choose from, as on a phone.
    private let hasRoutes: Bool
    let hostKind: CaptureHostKind
    /// How many controls fit on the button for cameras; 0 without one.
    let controlLimit: Int
    private let state: Mutex<State>
    private let changes = ObserverList<SystemConditionChange>()
    /// Starts that take their time.
    let heldStarts: HeldStarts

    init(
        clock: any CaptureClock,
        log: EventLog,
        authorization: CaptureAuthorization,
        orientation: HostOrientation?,
        leak: HardwareLeak,
        hostKind: CaptureHostKind = .computer,
        hasRoutes: Bool = false,
        controlLimit: Int = 0,
        cameras: CaptureCameraHardware = CaptureCameraHardware()
    ) {
        self.clock = clock
        self.hostKind = hostKind
        self.hasRoutes = hasRoutes
        self.controlLimit = controlLimit
        self.log = log
        heldStarts = HeldStarts(clock: clock)
        state = Mutex(
            State(
                authorizations: [.video: authorization, .audio: authorization],
                orientation: orientation,
                ledger: HardwareLedger(leak: leak),
                cameras: cameras
            )
        )
    }

    func observe(_ handler: @escaping @Sendable (SystemConditionChange) -> Void) -> CaptureObservation {
        changes.observe(handler)
    }

    func post(_ change: SystemConditionChange) {
        changes.post(change)
    }

    private func record(_ message: String) {
        log.write(clock.now, "phone", message)
    }

    // MARK: Permissions

    func authorization(for medium: CaptureDeviceDescription.Medium) -> CaptureAuthorization {
        state.withLock { $0.authorizations[medium] ?? .notDetermined }
    }

    func requestAuthorization(
        for medium: CaptureDeviceDescription.Medium,
        completion: @escaping @Sendable (Bool) -> Void
    ) {
        let answer = state.withLock { state -> Bool? in
            let status = state.authorizations[medium] ?? .notDetermined
            guard status == .notDetermined else { return status == .authorized }
            state.askers[medium, default: []].append(completion)
            return nil
        }
        if let answer { return completion(answer) }
        switch state.withLock({ $0.answer }) {
        case .allow: setAuthorization(.authorized, for: medium)
        case .deny: setAuthorization(.denied, for: medium)
        case .wait: break
        }
    }

    var answer: SimulatedPhone.PermissionAnswer {
        get { state.withLock { $0.answer } }
        set { state.withLock { $0.answer = newValue } }
    }

    /// Whether somebody waits for the user's answer.
    func isAsking(for medium: CaptureDeviceDescription.Medium) -> Bool {
        state.withLock { !($0.askers[medium] ?? []).isEmpty }
    }

    func setAuthorization(_ authorization: CaptureAuthorization, for medium: CaptureDeviceDescription.Medium) {
        let (hasChanged, askers) = state.withLock { state in
            let old = state.authorizations.updateValue(authorization, forKey: medium)
            let askers = authorization == .notDetermined ? [] : state.askers.removeValue(forKey: medium) ?? []
            return (old != authorization, askers)
        }
        if hasChanged { changes.post(.authorization(medium)) }
        askers.forEach { $0(authorization == .authorized) }
    }

    // MARK: Orientation and pressure

    var orientation: HostOrientation? { state.withLock { $0.orientation } }

    func setOrientation(_ orientation: HostOrientation?) {
        let hasChanged = state.withLock { state in
            defer { state.orientation = orientation }
            return state.orientation != orientation
        }
        if hasChanged { changes.post(.orientation) }
    }

    func pressure(on device: CaptureDeviceDescription.ID) -> SystemPressure {
        state.withLock { $0.pressures[device] ?? $0.commonPressure }
    }

    /// Sets the pressure on a device, or with `nil` on all of the devices that are given.
    func setPressure(
        _ pressure: SystemPressure,
        on device: CaptureDeviceDescription.ID?,
        of all: [CaptureDeviceDescription.ID]
    ) {
        state.withLock { state in
            if let device {
                state.pressures[device] = pressure
            } else {
                state.pressures = [:]
                state.commonPressure = pressure
            }
        }
        for id in device.map({ [$0] }) ?? all { changes.post(.pressure(id)) }
    }

    // MARK: The button for cameras

    /// The user does something with the button; nothing without one.
    func feel(_ gesture: CaptureControlGesture) {
        if controlLimit > 0 { changes.post(.controlGesture(gesture)) }
    }

    // MARK: Several cameras

    var cameraHardware: CaptureCameraHardware { state.withLock { $0.cameras } }

    /// Changes what there is for cameras.
    func changeCameraHardware(_ body: (inout CaptureCameraHardware) -> Void) {
        let hasChanged = state.withLock { state in
            let old = state.cameras
            body(&state.cameras)
            return state.cameras != old
        }
        if hasChanged { changes.post(.cameraHardware) }
    }

    /// Complains, as phones do, of a session with several cameras whose sound was added after pictures: it runs, but its sound
    /// may be set up wrongly (R-MULTI-3). Once for a session, unless it does it right in between.
    private func checkOrder(_ session: CaptureSessionIdentity, _ devices: [CaptureDeviceDescription.ID]) {
        let isBroken = AudioFirstRule.isBroken(by: devices)
        let number = state.withLock { state -> Int? in
            guard isBroken else {
                state.sessionsWithLateAudio.remove(session)
                return nil
            }
            return state.sessionsWithLateAudio.insert(session).inserted ? state.ledger.number(of: session) : nil
        }
        guard let number else { return }
        for complaint in AudioFirstRule.complaints { record("\(complaint) (session \(number))") }
    }

    // MARK: Interruptions

    func interruptions(of media: Set<CaptureDeviceDescription.Medium>) -> [CaptureInterruption] {
        state.withLock { state in
            state.interruptions.filter { $0.medium.map(media.contains) ?? true }.map(\.reason)
        }
    }

    /// Whether something keeps the cameras, not just the microphone, from running.
    var isVideoInterrupted: Bool {
        state.withLock { $0.interruptions.contains { $0.reason != .audioDeviceInUseByAnotherClient } }
    }

    /// False if this interruption is in force already.
    ///
    /// - Parameter medium: whom it concerns: sessions with an input for this medium; all of them for `nil`.
    @discardableResult
    func interrupt(_ reason: CaptureInterruption, of medium: CaptureDeviceDescription.Medium? = nil) -> Bool {
        let now = seconds
        let leaking = state.withLock { state -> [Int]? in
            guard !state.interruptions.contains(where: { $0.reason == reason }) else { return nil }
            state.interruptions.append(Interruption(reason: reason, medium: medium))
            guard reason == .videoDeviceNotAvailableInBackground else { return [] }
            return state.ledger.enterBackground(now: now)
        }
        guard let leaking else { return false }
        for session in leaking { recordLeak(of: session) }
        changes.post(.interruptionBegan(reason))
        return true
    }

    /// Ends an interruption; harmless when it is not in force.
    func endInterruption(_ reason: CaptureInterruption) {
        let wasThere = state.withLock { state in
            guard let index = state.interruptions.firstIndex(where: { $0.reason == reason }) else { return false }
            state.interruptions.remove(at: index)
            if reason == .videoDeviceNotAvailableInBackground { state.ledger.enterForeground() }
            return true
        }
        if wasThere { changes.post(.interruptionEnded(reason)) }
    }

    /// A call takes the microphone, and one with a picture the camera, unless they are taken already.
    ///
    /// - Returns: whether there was no call yet.
    func beginCall(hasVideo: Bool) -> Bool {
        guard state.withLock({ $0.takenByCall.isEmpty }) else { return false }
        let wanted: [(CaptureInterruption, CaptureDeviceDescription.Medium)] =
            [(.audioDeviceInUseByAnotherClient, .audio)]
            + (hasVideo ? [(.videoDeviceInUseByAnotherClient, .video)] : [])
        let taken = wanted.filter { interrupt($0.0, of: $0.1) }.map(\.0)
        state.withLock { $0.takenByCall = taken }
        return true
    }

    /// The call gives back what it took.
    func endCall() {
        let taken = state.withLock { state in
            defer { state.takenByCall = [] }
            return state.takenByCall
        }
        taken.forEach(endInterruption)
    }

    // MARK: Routes of sound

    func audioInputs(for preferences: CaptureAudioPreferences) -> [CaptureAudioPort]? {
        guard hasRoutes else { return nil }
        return state.withLock { $0.routing.inputs(for: preferences) }
    }

    func audioRoute(for preferences: CaptureAudioPreferences) -> CaptureAudioRoute? {
        guard hasRoutes else { return nil }
        return state.withLock { $0.routing.route(for: preferences) }
    }

    func setAudioPreferences(_ preferences: CaptureAudioPreferences) {
        state.withLock { $0.routing.preferences = preferences }
    }

    /// The format that the route imposes on the phone's microphone; `nil` for what it is asked for.
    var audioRouteFormat: CaptureAudioFormat? {
        guard hasRoutes else { return nil }
        return state.withLock { $0.routing.format }
    }

    /// What is plugged in or connected, the latest last.
    var accessories: [SimulatedAccessory] { state.withLock { $0.routing.accessories } }

    /// Connects or disconnects an accessory; false if that changes nothing.
    func plug(_ accessory: SimulatedAccessory, _ isPlugged: Bool) -> Bool {
        guard hasRoutes else { return false }
        let hasChanged = state.withLock { state in
            isPlugged ? state.routing.plug(accessory) : state.routing.unplug(accessory)
        }
        if hasChanged { changes.post(.audioPorts(isPlugged ? .newDeviceAvailable : .oldDeviceUnavailable)) }
        return hasChanged
    }

    // MARK: Starting and stopping sessions

    func sessionWillStart(_ session: CaptureSessionIdentity) {
        heldStarts.pass { seconds in
            let number = state.withLock { $0.ledger.number(of: session) }
            record("the start of session \(number) is held for \(seconds) s")
        }
    }

    func refusalToStart(
        _ session: CaptureSessionIdentity,
        devices: [CaptureDeviceDescription.ID]
    ) -> CaptureStartRefusal? {
        let now = seconds
        checkOrder(session, devices)
        let (refusal, exhausted) = state.withLock { state -> (CaptureStartRefusal?, Int?) in
            if state.areMediaServicesLost { return (Self.servicesLost, nil) }
            if !state.refusals.isEmpty { return (state.refusals.removeFirst(), nil) }
            guard !devices.isEmpty, !state.ledger.start(session, now: now) else { return (nil, nil) }
            return (Self.hardwareExhausted, state.ledger.number(of: session))
        }
        if let exhausted { record("no hardware is left for session \(exhausted)") }
        return refusal
    }

    /// What a start is told while the media services are gone: the `AVError` code of their reset.
    private static let servicesLost = CaptureStartRefusal(code: -11819)
    /// What a start is told that finds no hardware, and when.
    private static let hardwareExhausted = CaptureStartRefusal(code: -11872, toldAfter: PhoneResources.errorSeconds)

    func sessionStopped(_ session: CaptureSessionIdentity, attached: Int) {
        let now = seconds
        let leaking = state.withLock { state -> Int? in
            guard state.ledger.stop(session, isEmpty: attached == 0, now: now) else { return nil }
            return state.ledger.number(of: session)
        }
        if let leaking { recordLeak(of: leaking) }
    }

    func sessionEnded(_ session: CaptureSessionIdentity) {
        state.withLock { state in
            state.ledger.end(session)
            state.sessionsWithLateAudio.remove(session)
        }
    }

    func failNextStarts(_ refusal: CaptureStartRefusal, count: Int) {
        state.withLock { $0.refusals += Array(repeating: refusal, count: count) }
    }

    // MARK: Media services

    /// Media services die, or are there again. Whatever they had given out is free, and starts that they had not answered
    /// are answered.
    func setMediaServicesLost(_ areLost: Bool) {
        let wereLost = state.withLock { state in
            defer { state.areMediaServicesLost = areLost }
            state.ledger.reset()
            return state.areMediaServicesLost
        }
        heldStarts.releaseAll()
        if areLost, !wereLost { changes.post(.mediaServicesWereLost) }
    }

    // MARK: Hardware

    var resources: PhoneResources {
        let now = seconds
        return state.withLock { $0.ledger.resources(now: now) }
    }

    var leak: HardwareLeak {
        get { state.withLock { $0.ledger.leak } }
        set { state.withLock { $0.ledger.leak = newValue } }
    }

    private func recordLeak(of session: Int) {
        record(
            "session \(session) was stopped with inputs or outputs in it: its hardware leaks, \(resources.leaked) by now"
        )
    }

    /// The present time, for the ledger.
    private var seconds: Double { CMTimeGetSeconds(clock.now) }
}
