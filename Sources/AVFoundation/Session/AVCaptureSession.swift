import AVFAudio
import CaptureCore
import CaptureDriver
import CoreMedia
import Dispatch
import Foundation
import FoundationExtras
import Synchronization

/// Coordinates the flow of data from capture devices to outputs, exactly as Apple's class of the same name.
///
/// `startRunning()` and `stopRunning()` block until done (S-1, S-3), so call them on a serial queue of your own, never on
/// the main queue (S-2). All methods may be called from any thread.
///
/// Notifications and key-value changes of a session are told one at a time, in the order of what happened; the state that a
/// handler reads is never older than what it is told. What a call causes is told on the thread of the call, before the call
/// returns, and what the system causes on a queue of the session's. If something is being told already, the thread that tells
/// goes on with the news, and the call returns when that is done. A call inside a handler returns before: what it causes is told
/// after the handler. A handler may wait for another thread that calls the session, but holds that call up for a second.
open class AVCaptureSession: NSObject, KeyValueObservable {
    // Safe on any thread: configuration and machine lie in mutexes; `streams` is used inside of operations only.

    /// What begin and commit work on.
    struct Configuration {
        /// What clients see.
        var pending = CaptureGraph()
        /// What the streams follow.
        var committed = CaptureGraph()
        /// How many begins are open (S-6).
        var depth = 0
    }

    let system: CaptureSystem
    /// The system's other sessions.
    let runningSessions: RunningSessions
    let configuration = Mutex(Configuration())
    let machine = Mutex(Machine())
    let streams = SessionStreams()
    /// Within which the session starts, stops, and applies configurations.
    let operations: SessionOperations
    /// Through which the session, its connections and outputs tell what was decided in an operation.
    let outbox: Outbox
    /// Deals with what happens by itself.
    let events = DispatchQueue(label: "pinhole.capture.session.events", qos: .userInitiated)
    let flags = Mutex(Flags())
    /// Who this session is to the capture system.
    let identity = CaptureSessionIdentity()
    /// Errors of failed starts that are still to be told.
    let lateErrors = Mutex(LateErrors())
    let listeners = Mutex(Listeners())
    /// The session's hardware controls, and what is shown of them.
    let sessionControls = Mutex(SessionControls())
    /// Tells of changes of the program's audio session while sound is captured with it.
    let audioSessionObservation = Mutex<CaptureObservation?>(nil)
    private let conditionsObservation = Mutex<CaptureObservation?>(nil)

    /// Keeps the observers of the observable properties.
    package let keyValueObservers = KeyValueObserverRegistry()

    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVCaptureSession>(_: Root.Type) -> [AnyKeyPath] {
            [\Root.isRunning, \Root.isInterrupted, \Root.synchronizationClock]
        }
        guard let root = root as? any (AVCaptureSession & KeyValueObservable).Type else { return [] }
        return list(root)
    }

    /// Delegates that are kept weakly, as Apple's session does.
    struct Listeners: @unchecked Sendable {
        // @unchecked: delegates are only handed back to the client.
        var controls: ControlsListener?
        weak var deferredStart: (any AVCaptureSessionDeferredStartDelegate)?
        var deferredStartQueue: DispatchQueue?
    }

    /// Errors that the system tells a while after the start that failed.
    struct LateErrors {
        var lastNumber: UInt64 = 0
        var appointments: [UInt64: CaptureObservation] = [:]
    }

    /// The observable state, and settings that nothing else depends on.
    struct Flags {
        var isRunning = false
        var isInterrupted = false
        var adjustsWideColor = true
        var audio = AudioSettings()
    }

    /// Makes a session without inputs and outputs; the preset is `.high` (S-10).
    public override init() {
        system = CaptureSystem.current
        runningSessions = system.runningSessions
        operations = system.sessionOperations
        outbox = Outbox(unsettled: system.unsettled)
        super.init()
        // Clients that are told something on this queue ask for devices of this session's system.
        system.lend(to: events)
        let observation = observeConditions()
        conditionsObservation.withLock { $0 = observation }
    }

    deinit {
        streams.stopAll()
        configuration.withLock { $0.pending }.deviceInputs.forEach {
            $0.device.removeSessionObserver(ObjectIdentifier(self))
        }
        // Whoever records learns that nothing comes any more.
        configuration.withLock { $0.committed }.outputs.forEach { $0.detach() }
        releaseAudio()
        runningSessions.release(ObjectIdentifier(self))
        system.conditions.sessionEnded(identity)
        system.controlPanel.detach(ObjectIdentifier(self))
    }

    // MARK: State

    /// Whether the session delivers data. Key-value observable (S-7); changes also when the system stops the session.
    open var isRunning: Bool { flags.withLock { $0.isRunning } }

    /// Whether the system interrupts the session. Key-value observable (S-83).
    open var isInterrupted: Bool { flags.withLock { $0.isInterrupted } }

    /// Starts the flow of data; returns when it flows or has failed (S-1). A failure is posted as
    /// `runtimeErrorNotification`, maybe a while later, so look at `isRunning`; during an interruption the wish is
    /// remembered (S-81).
    ///
    /// Stops the program between `beginConfiguration()` and `commitConfiguration()` (S-4).
    open func startRunning() {
        requireNoOpenConfiguration("startRunning")
        if !isRunning, interruptions.isEmpty { system.conditions.sessionWillStart(identity) }
        let hasMicrophone = media.contains(.audio)
        operate { machine.withLock { $0.start(during: interruptions, hasMicrophone: hasMicrophone) } }
    }

    /// What keeps the session from running now.
    private var interruptions: [CaptureInterruption] {
        let reasons = system.conditions.interruptions(of: media)
        let ownReason = CaptureInterruption.videoDeviceNotAvailableDueToSystemPressure
        guard isOverheated(configuration.withLock { $0.committed }), !reasons.contains(ownReason) else {
            return reasons
        }
        return reasons + [ownReason]
    }

    /// What the session has inputs for.
    var media: Set<CaptureDeviceDescription.Medium> {
        Set(configuration.withLock { $0.committed }.deviceInputs.map(\.device.hardware.medium))
    }

    /// Stops the flow of data; returns when no output gets data any more (S-3).
    ///
    /// Stops the program between `beginConfiguration()` and `commitConfiguration()` (S-4).
    open func stopRunning() {
        requireNoOpenConfiguration("stopRunning")
        operate {
            let graph = configuration.withLock { $0.committed }
            system.conditions.sessionStopped(identity, attached: graph.inputs.count + graph.outputs.count)
            return machine.withLock { $0.stop() }
        }
    }

    private func requireNoOpenConfiguration(_ selector: String) {
        guard configuration.withLock({ $0.depth }) == 0 else {
            programmerError(
                .generic,
                "*** -[AVCaptureSession \(selector)] \(selector) may not be called between calls to "
                    + "beginConfiguration and commitConfiguration"
            )
        }
    }

    // MARK: Clocks and cost

    /// The clock of all output timestamps (S-20); `nil` without inputs. Key-value observable: changes are told when they are
    /// committed.
    open var synchronizationClock: CMClock? { synchronizationClock(hasInputs: !inputs.isEmpty) }

    private func synchronizationClock(hasInputs: Bool) -> CMClock? { hasInputs ? system.clock.clock : nil }

    /// A graph with inputs takes the place of one without, or the other way round.
    func reportClock(from old: CaptureGraph, to new: CaptureGraph) {
        guard old.inputs.isEmpty != new.inputs.isEmpty else { return }
        reportChange(
            of: \AVCaptureSession.synchronizationClock,
            from: synchronizationClock(hasInputs: !old.inputs.isEmpty),
            to: synchronizationClock(hasInputs: !new.inputs.isEmpty),
            through: outbox
        )
    }

    /// The older name of `synchronizationClock`.
    @available(*, deprecated, renamed: "synchronizationClock")
    open var masterClock: CMClock? { synchronizationClock }

    /// The share of the hardware's budget that the configuration takes, 0 to 1; only computed with several video data
    /// outputs, or with one beside a movie output (S-102). `docs/multi-cam.md` has the formula.
    open var hardwareCost: Float {
        configuration.withLock { $0.pending }.plainHardwareCost
    }

    // MARK: What kinds of sessions differ in

    /// Why the hardware can't run a configuration, as far as that can be told beforehand; `nil` when it can.
    func refusalToRun(_ graph: CaptureGraph) -> SessionRuntimeError? { nil }

    /// Whether the pressure on the cameras is more than a configuration can stand: a camera at `shutdown` gives no input, and
    /// the session that has it is interrupted until the pressure falls (S-92), or the camera is taken out.
    func isOverheated(_ graph: CaptureGraph) -> Bool { graph.hasCamera(atLeast: .shutdown, system.conditions) }

    /// Whether the session may switch cameras to wide colour; true at first (S-24). No format here offers wide colour, so
    /// there is nothing to switch.
    open var automaticallyConfiguresCaptureDeviceForWideColor: Bool {
        get { flags.withLock { $0.adjustsWideColor } }
        set { flags.withLock { $0.adjustsWideColor = newValue } }
    }
}

extension AVCaptureSession {
    /// What quality a session asks its cameras for.
    ///
    /// Documented: S-10, S-11, S-31..S-34. `UNKNOWN`: Apple gives no pixel sizes for photo, high, medium and low; the
    /// choice made here is documented at `PresetResolver`.
    public struct Preset: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a preset from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Photos of full resolution.
        public static let photo = Preset(rawValue: "AVCaptureSessionPresetPhoto")
        /// The best video; the default.
        public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
        /// Video for sharing over Wi-Fi.
        public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
        /// Video for sharing over a slow network.
        public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
        /// 352 x 288.
        public static let cif352x288 = Preset(rawValue: "AVCaptureSessionPreset352x288")
        /// 640 x 480.
        public static let vga640x480 = Preset(rawValue: "AVCaptureSessionPreset640x480")
        /// 1280 x 720.
        public static let hd1280x720 = Preset(rawValue: "AVCaptureSessionPreset1280x720")
        /// 1920 x 1080.
        public static let hd1920x1080 = Preset(rawValue: "AVCaptureSessionPreset1920x1080")
        /// 3840 x 2160.
        public static let hd4K3840x2160 = Preset(rawValue: "AVCaptureSessionPreset3840x2160")
        /// 960 x 540, for iFrame movies.
        public static let iFrame960x540 = Preset(rawValue: "AVCaptureSessionPresetiFrame960x540")
        /// 1280 x 720, for iFrame movies.
        public static let iFrame1280x720 = Preset(rawValue: "AVCaptureSessionPresetiFrame1280x720")
        /// The devices' own active formats decide.
        public static let inputPriority = Preset(rawValue: "AVCaptureSessionPresetInputPriority")
    }
}

extension AVCaptureSession {
    /// Why the system interrupted a session. Documented: S-79..S-85.
    public enum InterruptionReason: Int, Sendable {
        /// The program is in the background.
        case videoDeviceNotAvailableInBackground = 1
        /// Another client, such as a call, has the microphone.
        case audioDeviceInUseByAnotherClient = 2
        /// Another client, such as a second session, has the camera.
        case videoDeviceInUseByAnotherClient = 3
        /// Several programs share the screen.
        case videoDeviceNotAvailableWithMultipleForegroundApps = 4
        /// The device is too hot, or power is short.
        case videoDeviceNotAvailableDueToSystemPressure = 5
        /// Sensitive content was detected.
        case sensitiveContentMitigationActivated = 6
    }
}

extension AVCaptureSession {
    /// Posted after a start has succeeded; the object is the session. Documented: S-8.
    public class var didStartRunningNotification: NSNotification.Name {
        NSNotification.Name("AVCaptureSessionDidStartRunningNotification")
    }

    /// Posted after running has stopped, whoever stopped it; the object is the session. Documented: S-8.
    public class var didStopRunningNotification: NSNotification.Name {
        NSNotification.Name("AVCaptureSessionDidStopRunningNotification")
    }

    /// Posted when the system interrupts the session, with `AVCaptureSessionInterruptionReasonKey`. Documented: S-79.
    public class var wasInterruptedNotification: NSNotification.Name {
        NSNotification.Name("AVCaptureSessionWasInterruptedNotification")
    }

    /// Posted when an interruption has ended. Documented: S-83.
    public class var interruptionEndedNotification: NSNotification.Name {
        NSNotification.Name("AVCaptureSessionInterruptionEndedNotification")
    }

    /// Posted when a session fails to start or fails while running, with `AVCaptureSessionErrorKey`. Documented: S-86.
    public class var runtimeErrorNotification: NSNotification.Name {
        NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")
    }
}

extension NSNotification.Name {
    /// The older name of `AVCaptureSession.didStartRunningNotification`.
    public static let AVCaptureSessionDidStartRunning = AVCaptureSession.didStartRunningNotification
    /// The older name of `AVCaptureSession.didStopRunningNotification`.
    public static let AVCaptureSessionDidStopRunning = AVCaptureSession.didStopRunningNotification
    /// The older name of `AVCaptureSession.wasInterruptedNotification`.
    public static let AVCaptureSessionWasInterrupted = AVCaptureSession.wasInterruptedNotification
    /// The older name of `AVCaptureSession.interruptionEndedNotification`.
    public static let AVCaptureSessionInterruptionEnded = AVCaptureSession.interruptionEndedNotification
    /// The older name of `AVCaptureSession.runtimeErrorNotification`.
    public static let AVCaptureSessionRuntimeError = AVCaptureSession.runtimeErrorNotification
}

/// Key of the `AVError` in a runtime-error notification.
public let AVCaptureSessionErrorKey: String = "AVCaptureSessionErrorKey"

/// Key of the `NSNumber` with the reason in an interruption notification.
public let AVCaptureSessionInterruptionReasonKey: String = "AVCaptureSessionInterruptionReasonKey"

/// Key of the `AVCaptureDevice.SystemPressureState` in an interruption notification by system pressure (S-84).
public let AVCaptureSessionInterruptionSystemPressureStateKey: String =
    "AVCaptureSessionInterruptionSystemPressureStateKey"

/// Hears of a session's deferred start (S-26).
public protocol AVCaptureSessionDeferredStartDelegate: NSObjectProtocol {
    /// The session is about to start what was deferred.
    func sessionWillRunDeferredStart(_ session: AVCaptureSession)
    /// The session has started what was deferred.
    func sessionDidRunDeferredStart(_ session: AVCaptureSession)
}

/// Who would hear of a deferred start.
extension AVCaptureSession {
    /// Who hears of a deferred start. Never called, because no output here can start later than the rest.
    public var deferredStartDelegate: (any AVCaptureSessionDeferredStartDelegate)? {
        listeners.withLock { $0.deferredStart }
    }

    /// The queue given with the deferred-start delegate.
    public var deferredStartDelegateCallbackQueue: DispatchQueue? { listeners.withLock { $0.deferredStartQueue } }

    /// Sets who hears of a deferred start. A delegate without a queue stops the program.
    public func setDeferredStartDelegate(
        _ deferredStartDelegate: (any AVCaptureSessionDeferredStartDelegate)?,
        deferredStartDelegateCallbackQueue: DispatchQueue?
    ) {
        guard deferredStartDelegate == nil || deferredStartDelegateCallbackQueue != nil else {
            programmerError(
                .invalidArgument,
                "*** -[AVCaptureSession setDeferredStartDelegate:deferredStartDelegateCallbackQueue:] NULL queue passed"
            )
        }
        listeners.withLock { listeners in
            listeners.deferredStart = deferredStartDelegate
            listeners.deferredStartQueue = deferredStartDelegateCallbackQueue
        }
    }
}

/// Use of the camera beside other programs in the foreground (S-25): not a thing that needs leave here.
extension AVCaptureSession {
    /// Whether the program can ask for the camera while it shares the screen: there is nothing to ask for.
    public var isMultitaskingCameraAccessSupported: Bool { false }

    /// Always false; switching it on stops the program, as it is not supported (S-25).
    public var isMultitaskingCameraAccessEnabled: Bool {
        get { false }
        set {
            guard !newValue else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureSession setMultitaskingCameraAccessEnabled:] Cannot be set when "
                        + "isMultitaskingCameraAccessSupported is NO"
                )
            }
        }
    }
}

/// Deferred start (S-26, S-27): no output here can start later than the rest.
extension AVCaptureSession {
    /// Whether the client can run the deferred start by hand: no.
    public var isManualDeferredStartSupported: Bool { false }

    /// Always true; switching it off stops the program, as it is not supported (S-26).
    public var automaticallyRunsDeferredStart: Bool {
        get { true }
        set {
            guard newValue else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureSession setAutomaticallyRunsDeferredStart:] Cannot be set to NO when "
                        + "isManualDeferredStartSupported is NO"
                )
            }
        }
    }

    /// Stops the program: deferred start runs automatically (S-27).
    public func runDeferredStartWhenNeeded() {
        programmerError(
            .invalidArgument,
            "*** -[AVCaptureSession runDeferredStartWhenNeeded] Cannot be called when "
                + "automaticallyRunsDeferredStart is YES"
        )
    }
}
