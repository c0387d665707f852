import CaptureDriver
import CoreMedia
import Foundation

/// A phone, or a desktop with a webcam, that exists in memory only: what a test, or a simulator's panel, holds in hand.
///
/// Make one, put its `system` in force with `CaptureSystem.use(_:)`, and use the capture API as on a phone. It is strict
/// where phones are strict: a camera is one client's at a time, permission has to be given, buffers that are not
/// returned are missed, and hardware leaks when a session is stopped for the background with its inputs and outputs in it
/// (`hardwareLeak`). All methods may be called from any thread; what they cause is reported on the caller's thread.
public final class SimulatedPhone: Sendable {
    /// Which devices there are.
    public enum Profile: String, Sendable, Hashable, CaseIterable {
        /// A phone with three cameras at the back, which virtual cameras join, and one at the front.
        case iphone
        /// A phone with one camera at the back and one at the front, which cannot run at the same time.
        case iphoneSE = "iphone-se"
        /// A tablet with two cameras at the back, which a virtual camera joins, and one at the front.
        case ipad
        /// A desktop machine with a USB camera.
        case webcam
        /// A machine without cameras.
        case none
    }

    /// What the user answers when an app asks for permission.
    public enum PermissionAnswer: Sendable, Hashable {
        /// Yes, at once.
        case allow
        /// No, at once.
        case deny
        /// Nothing yet: the dialog stays until `setAuthorization(_:for:)` decides.
        case wait
    }

    /// Which devices there are.
    public let profile: Profile
    /// The capture system that stands on this phone.
    public let system: CaptureSystem

    private let simulatedDriver: SimulatedDriver
    private let simulatedMicrophones: SimulatedMicrophones
    private let syncMarkers: SyncMarkerGenerator
    let simulatedConditions: SimulatedConditions
    private let runner: FaultRunner
    private let eventLog: EventLog

    /// Makes a phone.
    ///
    /// - Parameters:
    ///   - profile: which devices it has. Permissions on phones are undecided at first; on a desktop they are given.
    ///   - scene: what its cameras see; balloons over a valley when left out.
    ///   - audio: what its microphones hear, and how exact their clocks are; a tone with timecode when left out.
    ///   - clock: its time; real time when left out. With a `ManualCaptureClock` frames come on the thread that advances it.
    ///   - faults: what goes wrong, counted from now.
    public init(
        profile: Profile = .iphone,
        scene: any SimulatedScene = MovingScene(),
        audio: SimulatedAudio = SimulatedAudio(),
        clock: any CaptureClock = HostCaptureClock(),
        faults: FaultScript? = nil
    ) {
        let epoch = clock.now
        let log = EventLog(start: epoch)
        let isPhone = profile.isHandheld
        let conditions = SimulatedConditions(
            clock: clock,
            log: log,
            authorization: isPhone ? .notDetermined : .authorized,
            orientation: isPhone ? .portrait : nil,
            leak: isPhone ? .background : .never,
            hostKind: isPhone ? .phone : .computer,
            hasRoutes: isPhone,
            controlLimit: profile.controlLimit,
            cameras: profile.cameraHardware
        )
        let runner = FaultRunner(clock: clock, conditions: conditions, log: log)
        let syncMarkers = SyncMarkerGenerator(epoch: epoch)
        let phone = SimulatedCamera.Phone(
            clock: clock,
            epoch: epoch,
            cache: ComposerCache(scene: scene),
            conditions: conditions,
            syncMarkers: syncMarkers,
            log: log,
            frameBegins: { [weak runner] device, number in runner?.frameBegins(device, number) }
        )
        let cameras = profile.cameraModels.map { SimulatedCamera(model: $0, seed: faults?.seed ?? 1, phone: phone) }
        let driver = SimulatedDriver(cameras: cameras, conditions: conditions)
        let ears = SimulatedMicrophone.Phone(
            clock: clock,
            epoch: epoch,
            audio: audio,
            conditions: conditions,
            syncMarkers: syncMarkers,
            log: log,
            packetBegins: { [weak runner] device, number in runner?.packetBegins(device, number) }
        )
        let microphones = SimulatedMicrophones(
            profile.microphones.map { SimulatedMicrophone($0, phone: ears) },
            conditions: conditions
        )
        driver.retain(runner)
        runner.attach(driver, microphones)
        self.profile = profile
        self.runner = runner
        simulatedDriver = driver
        simulatedMicrophones = microphones
        self.syncMarkers = syncMarkers
        simulatedConditions = conditions
        eventLog = log
        system = CaptureSystem(drivers: [driver, microphones], conditions: conditions, clock: clock)
        if let faults { runner.run(faults) }
    }

    /// How many controls fit on an `iphone`'s button for cameras. `OBSERVED`: as on phones that have one.
    static let controlLimit = 4

    /// The phone's cameras.
    public var driver: any CaptureDriver { simulatedDriver }

    /// The phone's microphones.
    public var microphoneDriver: any CaptureDriver { simulatedMicrophones }

    /// The phone's permissions, interruptions, heat and orientation.
    public var conditions: any SystemConditions { simulatedConditions }

    /// What has happened, a line each, oldest first: equal for equal seeds, scripts and calls.
    public var log: [String] { eventLog.all }

    /// Tells of every line that is written into the log from now on, as a phone's console does, until the observation is
    /// cancelled or released. Called one at a time on the thread that caused it: return quickly, and don't call the phone.
    public func observeLog(_ handler: @escaping @Sendable (String) -> Void) -> CaptureObservation {
        eventLog.observe(handler)
    }

    // MARK: Permissions

    /// What the user answers from now on when asked for permission.
    public var permissionAnswer: PermissionAnswer {
        get { simulatedConditions.answer }
        set { simulatedConditions.answer = newValue }
    }

    /// Whether the permission dialog is on the screen.
    public func isAskingForPermission(for medium: CaptureDeviceDescription.Medium = .video) -> Bool {
        simulatedConditions.isAsking(for: medium)
    }

    /// Decides a permission, as the user does in the dialog or in the settings.
    public func setAuthorization(_ authorization: CaptureAuthorization, for medium: CaptureDeviceDescription.Medium) {
        apply(.permissionChange(medium, authorization))
    }

    /// Takes a permission away in the settings. Running streams show black, and sessions that use the medium fail with
    /// `AVError.applicationIsNotAuthorizedToUseDevice`.
    ///
    /// `DEVIATION`: a phone ends the app when its user takes a permission away. This one lets the process live, since it is
    /// the test's, or the viewfinder's, too.
    public func revokePermission(for medium: CaptureDeviceDescription.Medium = .video) {
        apply(.permissionChange(medium, .denied))
    }

    // MARK: Several cameras

    /// Whether the phone can run cameras at the same time; true at first, except on an `iphone-se`.
    public var isMultiCamSupported: Bool {
        get { simulatedConditions.cameraHardware.runsSeveralCameras }
        set { apply(.multiCamSupport(newValue)) }
    }

    /// What every camera's share of the hardware is multiplied by; 1 at first. With 2 two cameras with 1080p at 30 frames a
    /// second cost 1.4 and can't run; a session that runs them fails.
    public var hardwareLoad: Double {
        get { simulatedConditions.cameraHardware.load }
        set { apply(.hardwareLoad(factor: newValue, seconds: nil)) }
    }

    /// Whether a session with cameras that starts interrupts all others, as phones do (S-106); only a desktop doesn't at first.
    package var runsOneSession: Bool {
        get { simulatedConditions.cameraHardware.runsOneSession }
        set { simulatedConditions.changeCameraHardware { $0.runsOneSession = newValue } }
    }

    // MARK: Pressure

    /// Sets the pressure by heat and power on a camera, or on all. At `.shutdown` sessions that use it are interrupted.
    public func setPressure(_ pressure: SystemPressure, on device: CaptureDeviceDescription.ID? = nil) {
        apply(.pressure(pressure), to: device)
    }

    // MARK: Orientation

    /// How the phone is held; `nil` for a desktop, which has no orientation.
    public var orientation: HostOrientation? {
        get { simulatedConditions.orientation }
        set {
            guard let newValue else { return simulatedConditions.setOrientation(nil) }
            apply(.orientation(newValue))
        }
    }

    // MARK: Devices

    /// Pulls a camera's or microphone's plug.
    public func unplug(_ id: CaptureDeviceDescription.ID) {
        apply(.unplug(seconds: nil), to: id)
    }

    /// Puts a camera's or microphone's plug in again.
    public func plug(_ id: CaptureDeviceDescription.ID) {
        apply(.replug, to: id)
    }

    // MARK: Sound

    /// Seconds from one sync marker of the phone's to the next, counted from its making; `nil`, as at first, for none. At least 0.1.
    ///
    /// A marker is one instant of the capture clock: every camera's picture turns white in the frame that is nearest to it, and
    /// every microphone hears a click that begins with it. `docs/audio.md` tells how exact that is.
    public var syncMarkerInterval: Double? {
        get { syncMarkers.interval }
        set { syncMarkers.interval = newValue }
    }

    /// Changes what a microphone delivers, as another route does: a stream goes on in the new format with its next packet.
    ///
    /// - Parameters:
    ///   - format: the route's format, of which rate and channels count; `nil` for what the stream was asked for.
    ///   - device: a microphone's identifier or name; the first one when left out.
    public func setAudioFormat(_ format: CaptureAudioFormat?, of device: String? = nil) {
        apply(.audioFormat(rate: format?.sampleRate, channels: format?.channels), to: device)
    }

    // MARK: Faults

    /// Lets a fault happen now.
    ///
    /// - Parameters:
    ///   - fault: what.
    ///   - device: a camera's or microphone's identifier or name; when left out, the whole phone, the first camera, or the first
    ///     microphone, whichever the fault is one of.
    public func apply(_ fault: SimulatedFault, to device: String? = nil) {
        runner.apply(fault, to: device)
    }

    /// Starts a script, whose times count from now, in the place of one that runs.
    public func run(_ script: FaultScript) {
        simulatedDriver.allCameras.forEach { $0.seed(script.seed) }
        runner.run(script)
    }
}

/// What happens to a phone, in the words of its user. Each of it can also stand in a fault script.
///
/// Times are counted on the phone's clock; without one a state lasts until it is ended. Ending what is not there is harmless.
extension SimulatedPhone {
    // MARK: The button for cameras

    /// Does something with the Camera Control, the button that feels light presses and fingers that slide along it. Only an
    /// `iphone` has one.
    public func useCameraControl(_ gesture: CaptureControlGesture) {
        apply(.cameraControl(gesture))
    }

    // MARK: The app's place

    /// Puts the app in the background, which interrupts capture until it is in the foreground again (S-81). A session that is
    /// started meanwhile starts when the app comes back.
    public func background(seconds: Double? = nil) {
        apply(.interruption(reason: .videoDeviceNotAvailableInBackground, seconds: seconds))
    }

    /// Brings the app to the foreground again.
    public func foreground() {
        endInterruption(.videoDeviceNotAvailableInBackground)
    }

    /// Puts another app beside this one on the screen, which interrupts capture until it goes away. Only iPads do this; the
    /// simulated phone does it when told to, so that apps can be tried.
    public func splitScreen(seconds: Double? = nil) {
        apply(.interruption(reason: .videoDeviceNotAvailableWithMultipleForegroundApps, seconds: seconds))
    }

    /// Gives the app the whole screen again.
    public func endSplitScreen() {
        endInterruption(.videoDeviceNotAvailableWithMultipleForegroundApps)
    }

    // MARK: Calls and other apps

    /// A kind of call.
    public enum Call: Sendable, Hashable {
        /// Takes the microphone.
        case voice
        /// Takes the microphone and the camera.
        case video
    }

    /// A call is answered while the app stays on the screen. One without a picture takes the microphone only.
    ///
    /// `OBSERVED`: a call interrupts sessions with an audio input; a session that has video only goes on. (Documented is only
    /// that the reason means audio hardware; users of several camera packages report the rest.)
    public func phoneCall(_ call: Call = .voice, seconds: Double? = nil) {
        apply(.phoneCall(call, seconds: seconds))
    }

    /// Ends the call.
    public func endCall() {
        apply(.phoneCallEnd)
    }

    /// Another app, or the system, takes the camera, until it leaves (S-80).
    public func otherAppTakesCamera(seconds: Double? = nil) {
        apply(.interruption(reason: .videoDeviceInUseByAnotherClient, seconds: seconds))
    }

    /// The other app gives the camera back.
    public func otherAppLeavesCamera() {
        endInterruption(.videoDeviceInUseByAnotherClient)
    }

    /// The camera sees something sensitive, and capture is interrupted until the user wants to go on (S-85).
    public func detectSensitiveContent(seconds: Double? = nil) {
        apply(.interruption(reason: .sensitiveContentMitigationActivated, seconds: seconds))
    }

    /// The user wants to go on in spite of sensitive content.
    public func continueAfterSensitiveContent() {
        endInterruption(.sensitiveContentMitigationActivated)
    }

    /// Interrupts all sessions for a reason, whatever they use, until `endInterruption`. No camera delivers frames meanwhile,
    /// unless it is only about the microphone.
    public func interrupt(_ reason: CaptureInterruption) {
        apply(.interruption(reason: reason, seconds: nil))
    }

    /// Ends an interruption.
    public func endInterruption(_ reason: CaptureInterruption) {
        apply(.interruptionEnd(reason: reason))
    }

    // MARK: Accessories with microphones

    /// What is plugged into the phone, or connected to it, the latest last.
    public var accessories: [SimulatedAccessory] { simulatedConditions.accessories }

    /// Plugs an accessory in, or connects it. Sound takes its way through it if the program's audio session allows that; the
    /// microphone then goes on in the accessory's format. Only an `iphone` has routes.
    public func plug(_ accessory: SimulatedAccessory, seconds: Double? = nil) {
        apply(.accessory(accessory, seconds: seconds))
    }

    /// Pulls an accessory out, or disconnects it.
    public func unplug(_ accessory: SimulatedAccessory) {
        apply(.accessoryEnd(accessory))
    }

    // MARK: The camera system

    /// Lets media services die: streams fall silent, starts fail, and only audio sessions are told (S-209), until
    /// `resetMediaServices()`.
    public func loseMediaServices(seconds: Double? = nil) {
        apply(.mediaServicesLost(seconds: seconds))
    }

    /// Lets media services die, unless they are dead already, and come back: streams fall silent, then sessions are told.
    ///
    /// All hardware is free then, also what had leaked. `UNKNOWN`: chosen, because the services are who hands it out.
    public func resetMediaServices() {
        apply(.mediaServicesReset)
    }

    /// Lets running sessions fail with an `AVError` code, such as -11872.
    public func failRunningSession(code: Int) {
        apply(.resourceExhaustion(code: code))
    }

    /// Lets the next starts of a session fail with an `AVError` code: `isRunning` is false when `startRunning()` returns.
    ///
    /// - Parameter toldAfter: seconds until the runtime error is posted; zero to post it before `startRunning()` returns.
    public func failNextStart(code: Int, count: Int = 1, toldAfter: Double = 0) {
        apply(.sessionStartFailure(code: code, count: count, toldAfter: toldAfter))
    }

    /// Lets `startRunning()` not return for a time, the next times it is called.
    ///
    /// - Parameter seconds: how long, on the phone's clock, which somebody else has to let go on if it stands still; `nil` for
    ///   as long as the media services are not reset, but for 10 minutes at most.
    public func holdNextStart(seconds: Double?, count: Int = 1) {
        apply(.heldStart(seconds: seconds, count: count))
    }

    /// How many calls of `startRunning()` are waiting for the camera system.
    public var heldStarts: Int { simulatedConditions.heldStarts.count }

    /// How many calls of `startRunning()` have ever had to wait.
    package var heldStartsSoFar: Int { simulatedConditions.heldStarts.begun }

    /// Calls back as soon as more than so many calls of `startRunning()` have had to wait; at once if it is so already.
    package func whenStartsHeld(moreThan count: Int, _ action: @escaping @Sendable () -> Void) {
        simulatedConditions.heldStarts.whenBegun(moreThan: count, action)
    }

    /// How much of the camera hardware is in use.
    public var resources: PhoneResources { simulatedConditions.resources }

    /// When hardware leaks.
    ///
    /// On an `iphone` at first `.background`, elsewhere `.never`. `OBSERVED`, once: an app that stopped its session each time
    /// it went to the background, without removing inputs and outputs, could not start it after the third time. Most apps
    /// that stop and start sessions never see this, and Apple's documents do not ask for the removal; hence the narrow rule.
    /// With `.always` every such stop leaks.
    public var hardwareLeak: HardwareLeak {
        get { simulatedConditions.leak }
        set { apply(.hardwareLeak(newValue)) }
    }
}
