public import CameraEngine
import CameraLifecycle
public import CameraSource
public import CaptureDriver
import SimulatedDriver
import Synchronization
public import Viewfinder

/// A simulated phone in the hands of whoever has a page open.
public final class SimulatorPanel: PhoneSimulator {
    private let phone: SimulatedPhone
    private let app: any SimulatedApp
    /// All cameras that can be pulled out: the phone itself lists those that are plugged in. Virtual cameras go with their constituents.
    private let cameras: [CaptureDeviceDescription]
    /// All cameras' names, by their identifiers.
    private let names: [String: String]
    /// Why a simulated phone is shown that nobody asked for.
    private let notice: @Sendable () -> CameraMessage?
    private let lateCameras = Mutex<[CaptureObservation]>([])
    private let isInBackground = Atomic<Bool>(false)
    private let isTurned = Atomic<Bool>(false)
    private let (polls, poll) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// How often the phone is polled, besides after each action: it tells of most changes, but not of all.
    private static let interval: Duration = .milliseconds(500)
    /// How many lines of the phone's log are shown.
    private static let logLength = 40

    /// - Parameters:
    ///   - source: whose phone it is, as it was made, with all cameras plugged in. Without a phone there is no panel.
    ///   - app: the app on the phone, which is told when it goes to the background.
    ///   - notice: why there is a simulated phone that nobody asked for, asked for again and again; nil for one that was asked for.
    public init?(
        _ source: CameraSource,
        app: any SimulatedApp,
        notice: @escaping @Sendable () -> CameraMessage? = { nil }
    ) {
        guard let phone = source.phone else { return nil }
        self.phone = phone
        self.app = app
        self.notice = notice
        let devices = phone.driver.devices()
        cameras = devices.filter(\.constituents.isEmpty)
        names = Dictionary(uniqueKeysWithValues: devices.map { ($0.id, $0.name) })
        // The notice may be another one then.
        let observations = source.observeLateCameras { [poll] _ in poll.yield() }
        lateCameras.withLock { $0 = observations }
    }

    // MARK: PhoneSimulator

    public func state() async -> SimulatorState { now() }

    public func states() -> AsyncStream<SimulatorState> {
        let (states, continuation) = AsyncStream.makeStream(
            of: SimulatorState.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let changes = phone.conditions.observe { [poll] _ in poll.yield() }
        let ticking = Task { [poll] in
            while (try? await Task.sleep(for: Self.interval)) != nil { poll.yield() }
        }
        let publishing = Task { [weak self, polls] in
            var sent: SimulatorState?
            for await _ in polls {
                guard let state = self?.now() else { break }
                if state != sent { continuation.yield(state) }
                sent = state
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in
            changes.cancel()
            ticking.cancel()
            publishing.cancel()
        }
        return states
    }

    public func perform(_ action: SimulatorAction) async throws(CameraCommandError) {
        switch action {
        case .background: await enterBackground()
        case .foreground: await enterForeground()
        case .interrupt(let reason): phone.interrupt(CaptureInterruption(reason))
        case .endInterruption(let reason): phone.endInterruption(CaptureInterruption(reason))
        case .resetMediaServices: phone.resetMediaServices()
        case .exhaustResources: phone.failRunningSession(code: Self.resourcesExhausted)
        case .silence: phone.apply(.stall(seconds: Self.silence), to: await app.cameraInUse())
        case .slowNextStart: phone.holdNextStart(seconds: Self.slowness)
        case .setPressure(let level, let id):
            let pressure = SystemPressure(level: level.systemLevel, factors: level == .nominal ? 0 : 1)
            phone.setPressure(pressure, on: try id.map(camera))
        case .setLoad(let load): phone.hardwareLoad = load.factor
        case .useControl(let gesture): phone.useCameraControl(gesture.gesture)
        case .turn(let orientation):
            isTurned.store(true, ordering: .relaxed)
            phone.orientation = orientation.hostOrientation
        case .unplug(let id): phone.unplug(try camera(id))
        case .plug(let id): phone.plug(try camera(id))
        case .setPermission(let permission):
            // The user takes the time to answer in the panel, once: what is asked later, the phone answers by itself again.
            phone.permissionAnswer = permission == .undecided ? .wait : .allow
            phone.setAuthorization(permission.authorization, for: asksForMicrophoneAlone ? .audio : .video)
            // As an app that comes back from the settings does.
            if !isInBackground.load(ordering: .relaxed) { await app.enterForeground() }
        }
        poll.yield()
    }

    /// `AVError.Code` of a camera system without hardware to give.
    private static let resourcesExhausted = -11872
    private static let silence = 8.0
    private static let slowness = 2.0

    // The app hears first, as on a phone.
    private func enterBackground() async {
        guard !isInBackground.exchange(true, ordering: .relaxed) else { return }
        await app.enterBackground()
        phone.background()
    }

    private func enterForeground() async {
        guard isInBackground.exchange(false, ordering: .relaxed) else { return }
        phone.foreground()
        await app.enterForeground()
    }

    private func camera(_ id: String) throws(CameraCommandError) -> String {
        guard cameras.contains(where: { $0.id == id }) else {
            throw CameraCommandError(.invalidRequest, "The simulated phone has no camera \(id).")
        }
        return id
    }

    /// Whether the question that waits for an answer is about the microphone.
    private var asksForMicrophoneAlone: Bool {
        !phone.isAskingForPermission(for: .video) && phone.isAskingForPermission(for: .audio)
    }

    // MARK: What the phone is like

    private func now() -> SimulatorState {
        let plugged = Set(phone.driver.devices().map(\.id))
        return SimulatorState(
            isInBackground: isInBackground.load(ordering: .relaxed),
            interruptions: phone.conditions.interruptions(of: [.video, .audio])
                .map(CameraInterruption.init),
            permission: SimulatorState.Permission(phone.conditions.authorization(for: .video)),
            isAskingForPermission: phone.isAskingForPermission() || asksForMicrophoneAlone,
            isAskingForMicrophone: asksForMicrophoneAlone,
            pressure: cameras.map { phone.conditions.pressure(on: $0.id).level }.max()
                .map(CameraPressure.Level.init) ?? .nominal,
            load: SimulatorState.Load(factor: phone.hardwareLoad),
            hasControl: phone.conditions.controlLimit > 0,
            orientation: phone.orientation.map(SimulatorState.Orientation.init),
            isTurned: isTurned.load(ordering: .relaxed),
            cameras: cameras.map {
                .init(
                    id: $0.id,
                    name: $0.name,
                    isPlugged: plugged.contains($0.id),
                    pressure: CameraPressure.Level(phone.conditions.pressure(on: $0.id).level)
                )
            },
            resources: [Self.hardware(phone.resources)],
            log: phone.log.suffix(Self.logLength).map(withNames),
            notice: notice()
        )
    }

    /// A line of the log with cameras' names in the place of their identifiers.
    private func withNames(_ line: String) -> String {
        names.reduce(line) { $0.replacing($1.key, with: $1.value) }
    }

    private static func hardware(_ resources: PhoneResources) -> SimulatorState.Resource {
        SimulatorState.Resource(
            name: "Shares of the camera hardware",
            held: resources.held,
            returning: resources.returning,
            leaked: resources.leaked,
            capacity: PhoneResources.budget
        )
    }
}

// The same things have names of their own in the page's JSON and on the seam.

extension CaptureInterruption {
    init(_ reason: CameraInterruption) {
        switch reason {
        case .background: self = .videoDeviceNotAvailableInBackground
        case .microphoneInUse: self = .audioDeviceInUseByAnotherClient
        case .cameraInUse: self = .videoDeviceInUseByAnotherClient
        case .severalAppsOnScreen: self = .videoDeviceNotAvailableWithMultipleForegroundApps
        case .systemPressure: self = .videoDeviceNotAvailableDueToSystemPressure
        case .sensitiveContent: self = .sensitiveContentMitigationActivated
        }
    }
}

extension CameraInterruption {
    init(_ reason: CaptureInterruption) {
        switch reason {
        case .videoDeviceNotAvailableInBackground: self = .background
        case .audioDeviceInUseByAnotherClient: self = .microphoneInUse
        case .videoDeviceInUseByAnotherClient: self = .cameraInUse
        case .videoDeviceNotAvailableWithMultipleForegroundApps: self = .severalAppsOnScreen
        case .videoDeviceNotAvailableDueToSystemPressure: self = .systemPressure
        case .sensitiveContentMitigationActivated: self = .sensitiveContent
        }
    }
}

extension CameraPressure.Level {
    init(_ level: SystemPressure.Level) {
        switch level {
        case .nominal: self = .nominal
        case .fair: self = .fair
        case .serious: self = .serious
        case .critical: self = .critical
        case .shutdown: self = .shutdown
        }
    }

    var systemLevel: SystemPressure.Level {
        switch self {
        case .nominal: .nominal
        case .fair: .fair
        case .serious: .serious
        case .critical: .critical
        case .shutdown: .shutdown
        }
    }
}

extension SimulatorState.Orientation {
    init(_ orientation: HostOrientation) {
        switch orientation {
        case .portrait: self = .portrait
        case .portraitUpsideDown: self = .portraitUpsideDown
        case .landscapeLeft: self = .landscapeLeft
        case .landscapeRight: self = .landscapeRight
        }
    }

    /// The same, as the phone is told.
    public var hostOrientation: HostOrientation {
        switch self {
        case .portrait: .portrait
        case .portraitUpsideDown: .portraitUpsideDown
        case .landscapeLeft: .landscapeLeft
        case .landscapeRight: .landscapeRight
        }
    }
}

extension SimulatorState.Permission {
    init(_ authorization: CaptureAuthorization) {
        switch authorization {
        case .notDetermined: self = .undecided
        case .restricted: self = .restricted
        case .denied: self = .denied
        case .authorized: self = .granted
        }
    }

    var authorization: CaptureAuthorization {
        switch self {
        case .undecided: .notDetermined
        case .granted: .authorized
        case .denied: .denied
        case .restricted: .restricted
        }
    }
}

extension SimulatorState.Load {
    /// What every camera's share of the hardware is multiplied by.
    var factor: Double {
        switch self {
        case .normal: 1
        case .high: 2
        case .overBudget: 20
        }
    }

    init(factor: Double) {
        self = factor <= 1 ? .normal : factor < Self.overBudget.factor ? .high : .overBudget
    }
}

extension SimulatorState.ControlGesture {
    /// How far a finger slides in the panel, of the whole range.
    private static let stride = 0.2

    var gesture: CaptureControlGesture {
        switch self {
        case .press: .press
        case .lightPress: .lightPress
        case .doubleLightPress: .doubleLightPress
        case .slideBack: .slide(-Self.stride)
        case .slideForward: .slide(Self.stride)
        case .dismiss: .dismiss
        }
    }
}

/// The app on a simulated phone, as far as the phone deals with it.
public protocol SimulatedApp: Sendable {
    /// The app leaves the screen.
    func enterBackground() async

    /// The app is on the screen again, or comes back from the settings.
    func enterForeground() async

    /// The identifier of the camera that the app shows; nil when that is the phone's default one, or none.
    func cameraInUse() async -> String?
}

extension LiveCamera: SimulatedApp {
    public func cameraInUse() async -> String? {
        let state = await state()
        // Beside another camera, one that is built of several lenses is used through one of them.
        return state.dual.cameras.first { !$0.isLost }?.camera.id ?? state.selectedCamera
    }
}
