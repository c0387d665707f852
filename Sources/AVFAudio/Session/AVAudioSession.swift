import CaptureDriver
import Dispatch
import Foundation
@_spi(Pinhole) import FoundationExtras
import Synchronization

/// What the program does with sound, and which way its sound takes, exactly as Apple's class of the same name.
///
/// A capture session with a microphone configures this by itself unless told otherwise (S-22). There is one session for the
/// program, or for each of its capture systems. All members may be used from any thread; notifications are posted on a queue of the session's.
///
/// Of what only concerns playing there is nothing here, as nothing plays.
open class AVAudioSession: NSObject, KeyValueObservable, CaptureSystemPart, @unchecked Sendable {
    // @unchecked: all that changes lies in mutexes.

    /// What observers of the session have been told last.
    struct Told: Sendable {
        var route = CaptureAudioRoute()
        var inputs: [CaptureAudioPort] = []
        var hardware = Hardware()
    }

    /// What the capture system stands on that the session belongs to.
    let system: CapturePlatform
    let state = Mutex(AudioSessionState())
    let captures = Mutex(Captures())
    private let told = Mutex(Told())
    let events = DispatchQueue(label: "pinhole.audio.session.events", qos: .userInitiated)
    private let ready = Latch()
    private let observations = Mutex<[CaptureObservation]>([])

    /// Keeps the observers of what the hardware does.
    package let keyValueObservers = KeyValueObserverRegistry()

    init(_ system: CapturePlatform) {
        self.system = system
        super.init()
    }

    /// The program's session.
    public class func sharedInstance() -> AVAudioSession { session(of: CaptureSystem.current) }

    /// The session of a capture system; there is one as long as the system is there.
    package class func session(of system: CaptureSystem) -> AVAudioSession {
        let (session, isNew) = system.part { AVAudioSession($0) }
        if isNew {
            // Clients that are told something on this queue ask for devices of this session's system.
            system.lend(to: session.events)
            session.listen()
        }
        session.ready.wait()
        return session
    }

    /// Looks for the ports, and observes them. Not when the session is made: that happens under a lock, and this may take a while.
    private func listen() {
        // Under the lock: what is observed meanwhile is compared with what is seen here.
        told.withLock { told in
            let conditions = system.conditions.observe { [weak self] change in
                self?.later { $0.conditionsChanged(change) }
            }
            let devices = system.drivers.map { driver in
                driver.observeDevices { [weak self] change in
                    self?.later { $0.refresh(change.isArrival ? .newDeviceAvailable : .oldDeviceUnavailable) }
                }
            }
            observations.withLock { $0 = [conditions] + devices }
            told = snapshot(of: state.withLock { $0 })
            told.hardware = hardware
        }
        ready.open()
    }

    // MARK: Category and mode

    /// The category; `.soloAmbient` at first.
    public var category: Category { state.withLock { $0.category } }

    /// The mode; `.default` at first.
    public var mode: Mode { state.withLock { $0.mode } }

    /// The category's options; none at first.
    public var categoryOptions: CategoryOptions { state.withLock { $0.options } }

    /// With what the route is shared; `.default` at first.
    public var routeSharingPolicy: RouteSharingPolicy { state.withLock { $0.policy } }

    /// The categories that can be set.
    public var availableCategories: [Category] { Category.all }

    /// The modes that can be set with the present category.
    public var availableModes: [Mode] {
        let category = category
        return Mode.all.filter { AudioSessionState.refusal(category, $0, []) == nil }
    }

    /// Sets the category, without options.
    ///
    /// - Throws: `.badParam` for a category that there is none of, or that the present mode is not for.
    public func setCategory(_ category: Category) throws {
        try setCategory(category, options: [])
    }

    /// Sets the category with options.
    ///
    /// - Throws: `.badParam` for options or a mode that are not for the category.
    public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
        let mode = mode
        // A mode that the new category lacks gives way to the default one.
        let isKept = AudioSessionState.refusal(category, mode, []) == nil
        try setCategory(category, mode: isKept ? mode : .default, policy: .default, options: options)
    }

    /// Sets category, mode and options.
    ///
    /// - Throws: `.badParam` for options or a mode that are not for the category.
    public func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
        try setCategory(category, mode: mode, policy: .default, options: options)
    }

    /// Sets category, mode, policy and options.
    ///
    /// - Throws: `.badParam` for options or a mode that are not for the category, and for a policy other than `.default`, as
    ///   there are no routes to share.
    public func setCategory(
        _ category: Category,
        mode: Mode,
        policy: RouteSharingPolicy,
        options: CategoryOptions = []
    ) throws {
        if let refusal = AudioSessionState.refusal(category, mode, options) {
            throw NSError.audioSession(.badParam, refusal)
        }
        guard policy == .default else {
            throw NSError.audioSession(.badParam, "Routes cannot be shared here. Use the default policy.")
        }
        change(.categoryChange) { state in
            state.category = category
            state.mode = mode
            state.options = options
        }
    }

    /// Sets the mode.
    ///
    /// - Throws: `.badParam` for a mode that is not for the category.
    public func setMode(_ mode: Mode) throws {
        let (category, options) = state.withLock { ($0.category, $0.options) }
        try setCategory(category, mode: mode, options: options)
    }

    // MARK: Activation

    /// Activates the session, or deactivates it.
    ///
    /// - Parameter options: whether others are told of a deactivation; nobody else is here.
    /// - Throws: `.insufficientPriority` for an activation during a call (`OBSERVED`). `.isBusy` when sound is still being
    ///   captured: the session is inactive nevertheless, and the capture of sound stops until it is active again.
    public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
        if active, system.conditions.interruptions(of: [.audio]).contains(.audioDeviceInUseByAnotherClient) {
            throw NSError.audioSession(.insufficientPriority, "A call has the microphone. Try again when it is over.")
        }
        change(.unknown) { $0.isActive = active }
        guard !active, captures.withLock({ !$0.running.isEmpty }) else { return }
        throw NSError.audioSession(.isBusy, "Sound was still being captured; that has been stopped.")
    }

    // MARK: Changing

    /// Changes what the program asks for, tells the capture system, and announces what follows.
    func change(_ reason: RouteChangeReason, _ body: (inout AudioSessionState) -> Void) {
        let preferences = state.withLock { state in
            body(&state)
            return state.preferences
        }
        if captures.withLock({ !$0.isPrivate }) { system.conditions.setAudioPreferences(preferences) }
        refresh(reason)
        let observers = captures.withLock { Array($0.observers.values) }
        observers.forEach { $0() }
    }

    /// Looks at the ports, and announces what has changed.
    ///
    /// A wish of the program's and news of an accessory may come at once: what one of them saw first is told first.
    func refresh(_ reason: RouteChangeReason) {
        told.withLock { told in
            let old = told
            told = snapshot(of: state.withLock { $0 })
            told.hardware = hardware
            if old.hardware != told.hardware { reportHardware(from: old.hardware, to: told.hardware) }
            if old.inputs != told.inputs { post(.AVAudioSessionAvailableInputsChange) }
            guard old.route != told.route else { return }
            postRouteChange(reason, from: old.route, to: told.route)
            if reason == .oldDeviceUnavailable, old.route.ids != told.route.ids {
                later { $0.routeWasDisconnected() }
            }
        }
    }

    private func postRouteChange(
        _ reason: RouteChangeReason,
        from previous: CaptureAudioRoute,
        to route: CaptureAudioRoute
    ) {
        let reason = previous.ids == route.ids ? .routeConfigurationChange : reason
        let key = AVAudioSessionRouteChangeReasonKey
        post(Self.routeChangeNotification, [key: NSNumber(value: reason.rawValue)], previous: previous)
    }

    /// Posts a notification on the session's queue.
    func post(_ name: NSNotification.Name, _ numbers: [String: NSNumber] = [:], previous: CaptureAudioRoute? = nil) {
        later { session in
            var info: [AnyHashable: Any] = numbers
            if let previous {
                info[AVAudioSessionRouteChangePreviousRouteKey] = AVAudioSessionRouteDescription(previous)
            }
            NotificationCenter.default.post(name: name, object: session, userInfo: info.isEmpty ? nil : info)
        }
    }

    /// Deals with something on the session's queue.
    func later(_ action: @escaping @Sendable (AVAudioSession) -> Void) {
        events.async(group: system.unsettled) { [weak self] in
            if let self { action(self) }
        }
    }

    /// Waits until everything that has happened so far is dealt with, and told.
    package func settle() {
        // What is dealt with may have something to tell, which is queued behind it.
        for _ in 0..<2 { events.sync {} }
    }
}

extension AVAudioSession.Mode {
    /// All modes.
    static let all: [Self] = [
        .default, .voiceChat, .gameChat, .videoRecording, .measurement, .moviePlayback, .videoChat, .spokenAudio,
        .voicePrompt, .shortFormVideo, .dualRoute,
    ]
}

extension CaptureAudioRoute {
    /// The ports, without what they do.
    fileprivate var ids: [CaptureAudioPort.ID] { (inputs + outputs).map { $0.kind + $0.id } }
}

extension CaptureDeviceChange {
    fileprivate var isArrival: Bool {
        if case .appeared = self { true } else { false }
    }
}

extension AVAudioSession {
    /// Whether the program may record sound.
    @available(swift, deprecated: 6.0, message: "Use AVAudioApplication.recordPermission")
    public var recordPermission: RecordPermission {
        switch system.conditions.authorization(for: .audio) {
        case .notDetermined: .undetermined
        case .restricted, .denied: .denied
        case .authorized: .granted
        }
    }

    /// Asks the user for permission to record, if undecided.
    ///
    /// - Parameter response: called with the answer on a queue of the package's, never inside of this call.
    @available(swift, deprecated: 6.0, message: "Use AVAudioApplication.requestRecordPermission(completionHandler:)")
    @preconcurrency
    public func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
        system.requestAuthorization(for: .audio, completion: response)
    }
}

/// What a program prefers, and phones accept whatever comes of it.
extension AVAudioSession {
    // MARK: Stereo

    /// How the program wants stereo sound to be turned; not at all at first.
    public var preferredInputOrientation: StereoOrientation { state.withLock { $0.preferredOrientation } }

    /// Prefers that stereo sound is turned. What comes of it tells `inputOrientation`: no input here turns its sound.
    public func setPreferredInputOrientation(_ orientation: StereoOrientation) throws {
        state.withLock { $0.preferredOrientation = orientation }
    }

    // MARK: Output

    /// The number of channels that the program prefers to go out; 0, as at first, for none.
    public var preferredOutputNumberOfChannels: Int { state.withLock { $0.preferredOutputChannels } }

    /// Prefers a number of channels; 0 takes it back. What comes of it tells `outputNumberOfChannels`.
    ///
    /// - Throws: `.badParam` for a number that is negative or more than `maximumOutputNumberOfChannels`.
    public func setPreferredOutputNumberOfChannels(_ count: Int) throws {
        guard (0...max(maximumOutputNumberOfChannels, 0)).contains(count) else {
            throw NSError.audioSession(.badParam, "\(count) channels are not available.")
        }
        state.withLock { $0.preferredOutputChannels = count }
    }

    /// Whether the program says that it can play more than two channels; false at first.
    public var supportsMultichannelContent: Bool { state.withLock { $0.supportsMultichannelContent } }

    /// Says whether the program can play more than two channels.
    public func setSupportsMultichannelContent(_ inValue: Bool) throws {
        state.withLock { $0.supportsMultichannelContent = inValue }
    }

    // MARK: Disturbances

    /// Whether the system's sounds and haptics may go on while sound is recorded; false at first.
    public var allowHapticsAndSystemSoundsDuringRecording: Bool { state.withLock { $0.allowsHaptics } }

    /// Lets the system's sounds and haptics go on while sound is recorded. There are none here that would be silenced.
    public func setAllowHapticsAndSystemSoundsDuringRecording(_ value: Bool) throws {
        state.withLock { $0.allowsHaptics = value }
    }

    /// Whether alerts, such as the ringing of a call, are not to interrupt sound; false at first.
    public var prefersNoInterruptionsFromSystemAlerts: Bool { state.withLock { $0.prefersNoAlerts } }

    /// Prefers that alerts do not interrupt sound. The simulated phone has no alerts: its calls are taken, and those interrupt on a
    /// phone, too.
    public func setPrefersNoInterruptionsFromSystemAlerts(_ value: Bool) throws {
        state.withLock { $0.prefersNoAlerts = value }
    }

    /// Whether sound stops when its route is disconnected, rather than take another one. UNKNOWN: false at first.
    public var prefersInterruptionOnRouteDisconnect: Bool { state.withLock { $0.prefersInterruptionOnDisconnect } }

    /// Prefers that sound stops when its route is disconnected: the active session is interrupted for the reason
    /// `.routeDisconnected`, and stays inactive until it is activated again.
    public func setPrefersInterruptionOnRouteDisconnect(_ value: Bool) throws {
        state.withLock { $0.prefersInterruptionOnDisconnect = value }
    }
}

extension AVAudioSession {
    /// What the hardware does now, as far as it can be observed.
    struct Hardware: Sendable, Hashable {
        var sampleRate = 0.0
        var inputChannels = 0
        var outputChannels = 0
        var bufferDuration = 0.0
        var isInputAvailable = false
    }

    var hardware: Hardware {
        Hardware(
            sampleRate: sampleRate,
            inputChannels: inputNumberOfChannels,
            outputChannels: outputNumberOfChannels,
            bufferDuration: ioBufferDuration,
            isInputAvailable: isInputAvailable
        )
    }

    /// The properties that can be observed. What no hardware here can change is among them, and never reported.
    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVAudioSession>(_: Root.Type) -> [AnyKeyPath] {
            [
                \Root.sampleRate, \Root.inputNumberOfChannels, \Root.outputNumberOfChannels, \Root.ioBufferDuration,
                \Root.isInputAvailable, \Root.inputGain, \Root.isInputGainSettable, \Root.inputDataSource,
                \Root.outputDataSource, \Root.renderingMode,
            ]
        }
        guard let root = root as? any (AVAudioSession & KeyValueObservable).Type else { return [] }
        return list(root)
    }

    /// Tells observers, on the session's queue, in order with the session's notifications.
    func reportHardware(from old: Hardware, to new: Hardware) {
        guard let audience = keyValueObservers.audience else { return }
        func report<Value: Equatable & Sendable>(
            _ property: any KeyPath<AVAudioSession, Value> & Sendable,
            _ before: Value,
            _ after: Value
        ) {
            guard before != after else { return }
            later { $0.reportChange(of: property, from: before, to: after, to: audience) }
        }
        report(\.sampleRate, old.sampleRate, new.sampleRate)
        report(\.inputNumberOfChannels, old.inputChannels, new.inputChannels)
        report(\.outputNumberOfChannels, old.outputChannels, new.outputChannels)
        report(\.ioBufferDuration, old.bufferDuration, new.bufferDuration)
        report(\.isInputAvailable, old.isInputAvailable, new.isInputAvailable)
    }
}
