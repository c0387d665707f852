import CaptureDriver
import CoreMedia
import Synchronization

/// Lets faults happen: at once, or when a script says.
final class FaultRunner: Sendable {
    private struct State {
        var timeline: FaultTimeline?
        var scriptStart = CMTime.zero
        var appointments: [CaptureObservation] = []
        weak var driver: SimulatedDriver?
        weak var microphones: SimulatedMicrophones?
        var timer: (any CaptureTimer)?
    }

    private let clock: any CaptureClock
    private let conditions: SimulatedConditions
    private let log: EventLog
    private let state = Mutex(State())

    init(clock: any CaptureClock, conditions: SimulatedConditions, log: EventLog) {
        self.clock = clock
        self.conditions = conditions
        self.log = log
    }

    deinit {
        state.withLock { $0.timer }?.cancel()
    }

    /// Tells whose cameras and microphones are concerned.
    func attach(_ driver: SimulatedDriver, _ microphones: SimulatedMicrophones) {
        state.withLock { state in
            state.driver = driver
            state.microphones = microphones
        }
    }

    // MARK: Scripts

    /// Starts a script. What is due at its beginning has happened when this returns: nobody who starts with the phone then
    /// depends on when a timer's thread gets its turn.
    func run(_ script: FaultScript) {
        let now = clock.now
        let timer = clock.makeTimer { [weak self] in self?.runDue() }
        let old = state.withLock { state in
            defer { state.timer = timer }
            state.timeline = FaultTimeline(script)
            state.scriptStart = now
            return state.timer
        }
        old?.cancel()
        runDue()
    }

    private func armTimer() {
        let (timer, due) = state.withLock { state in
            (state.timer, state.timeline?.nextSeconds.map { state.scriptStart.adding(seconds: $0) })
        }
        if let due { timer?.arm(at: due) }
    }

    private func runDue() {
        let now = clock.now
        let due = state.withLock { state -> [FaultScript.Event] in
            // Half a nanosecond, the precision of scripted times, so that a timer that is on time finds its event.
            let elapsed = CMTimeGetSeconds(CMTimeSubtract(now, state.scriptStart)) + 0.5e-9
            return state.timeline?.removeDue(seconds: elapsed) ?? []
        }
        for event in due { apply(event.fault, to: event.device) }
        armTimer()
    }

    /// Lets the events happen that wait for a packet of a microphone.
    func packetBegins(_ device: String, _ number: UInt64) {
        let microphones = state.withLock { ($0.timeline?.waitsForFrames ?? false) ? $0.microphones : nil }
        guard let microphones else { return }
        let due = state.withLock { state in
            state.timeline?.removeDue(frame: number) { name in
                name.flatMap(microphones.microphone)?.description.id == device
            } ?? []
        }
        for event in due { apply(event.fault, to: event.device) }
    }

    /// Lets the events happen that wait for a frame of a camera.
    func frameBegins(_ device: String, _ number: UInt64) {
        let (driver, waits) = state.withLock { ($0.driver, $0.timeline?.waitsForFrames ?? false) }
        if let driver, let id = driver.camera(device)?.consumeUnplugging(), let camera = driver.camera(id) {
            driver.plug(camera, false)
        }
        guard waits else { return }
        let due = state.withLock { state in
            state.timeline?.removeDue(frame: number) { name in
                guard let driver, let camera = driver.camera(name) else { return false }
                return driver.camerasStruck(with: camera).contains { $0.description.id == device }
            } ?? []
        }
        for event in due { apply(event.fault, to: event.device) }
    }

    // MARK: Faults

    /// Lets a fault happen now.
    func apply(_ fault: SimulatedFault, to device: String?) {
        let now = clock.now
        let fields = fault.fields.map { " \($0.0)=\($0.1)" }.joined()
        log.write(now, device ?? "phone", "\(fault.name)\(fields)")
        let (attached, microphones) = state.withLock { ($0.driver, $0.microphones) }
        guard let driver = attached else { return }
        if applyToPhone(fault, device, driver) { return }
        if let microphones, let microphone = Self.microphone(fault, device, microphones) {
            return apply(fault, to: microphone, of: microphones)
        }
        guard let camera = driver.camera(device) else {
            log.write(now, device ?? "phone", "there is no such camera")
            return
        }
        switch fault {
        case .unplug(let seconds):
            driver.plug(camera, false)
            if let seconds { later(seconds, .replug, to: camera.description.id) }
        case .unplugMidFrame:
            let streaming = driver.camerasStruck(with: camera).first
            if streaming?.unplugWithNextFrame(camera.description.id) != true { driver.plug(camera, false) }
        case .replug: driver.plug(camera, true)
        default: driver.camerasStruck(with: camera).forEach { _ = $0.apply(fault) }
        }
    }

    /// The microphone that a fault is meant for: the one that is named, or the first where only a microphone can have the fault.
    private static func microphone(
        _ fault: SimulatedFault,
        _ device: String?,
        _ microphones: SimulatedMicrophones
    ) -> SimulatedMicrophone? {
        if let device { return microphones.microphone(device) }
        return switch fault {
        case .audioGap, .audioFormat: microphones.all.first
        default: nil
        }
    }

    private func apply(
        _ fault: SimulatedFault,
        to microphone: SimulatedMicrophone,
        of microphones: SimulatedMicrophones
    ) {
        switch fault {
        case .unplug(let seconds):
            microphones.plug(microphone, false)
            if let seconds { later(seconds, .replug, to: microphone.description.id) }
        case .replug: microphones.plug(microphone, true)
        default:
            guard !microphone.apply(fault) else { return }
            log.write(clock.now, microphone.description.name, "a microphone has no such fault")
        }
    }

    /// Applies a fault that concerns the whole phone or all its cameras; false if it is one of a camera.
    private func applyToPhone(_ fault: SimulatedFault, _ device: String?, _ driver: SimulatedDriver) -> Bool {
        switch fault {
        case .interruption(let reason, let seconds):
            if conditions.interrupt(reason), let seconds { later(seconds, .interruptionEnd(reason: reason)) }
        case .interruptionEnd(let reason): conditions.endInterruption(reason)
        case .phoneCall(let call, let seconds):
            if conditions.beginCall(hasVideo: call == .video), let seconds { later(seconds, .phoneCallEnd) }
        case .phoneCallEnd: conditions.endCall()
        case .accessory(let accessory, let seconds):
            if conditions.plug(accessory, true), let seconds { later(seconds, .accessoryEnd(accessory)) }
        case .accessoryEnd(let accessory): _ = conditions.plug(accessory, false)
        case .unbind: driver.allCameras.forEach { driver.plug($0, false) }
        case .bind: driver.allCameras.forEach { driver.plug($0, true) }
        case .mediaServicesLost(let seconds):
            loseMediaServices(driver)
            if let seconds { later(seconds, .mediaServicesReset) }
        case .mediaServicesReset:
            loseMediaServices(driver)
            conditions.setMediaServicesLost(false)
            conditions.post(.mediaServicesWereReset)
        case .sessionStartFailure(let code, let count, let toldAfter):
            conditions.failNextStarts(CaptureStartRefusal(code: code, toldAfter: toldAfter), count: count)
        case .heldStart(let seconds, let count): conditions.heldStarts.holdNext(seconds: seconds, count: count)
        case .hardwareLeak(let leak): conditions.leak = leak
        case .hardwareLoad(let factor, let seconds):
            conditions.changeCameraHardware { $0.load = factor }
            if let seconds { later(seconds, .hardwareLoad(factor: 1, seconds: nil)) }
        case .multiCamSupport(let isSupported):
            conditions.changeCameraHardware { $0.runsSeveralCameras = isSupported }
        case .resourceExhaustion(let code): conditions.post(.sessionFailed(code: code))
        case .pressure(let pressure): setPressure(pressure, device, driver)
        case .permissionChange(let medium, let status): conditions.setAuthorization(status, for: medium)
        case .orientation(let orientation): conditions.setOrientation(orientation)
        case .cameraControl(let gesture): conditions.feel(gesture)
        default: return false
        }
        return true
    }

    /// All streams fall silent; only audio sessions are told.
    private func loseMediaServices(_ driver: SimulatedDriver) {
        driver.allCameras.forEach { $0.abandonStream() }
        state.withLock { $0.microphones }?.all.forEach { $0.abandonStream() }
        conditions.setMediaServicesLost(true)
    }

    /// When all cameras are at the highest level the system stops capture by itself, and lets it go on when one has cooled
    /// down. A single one that is so hot stops the sessions that use it.
    private func setPressure(_ pressure: SystemPressure, _ device: String?, _ driver: SimulatedDriver) {
        let cameras = driver.devices().map(\.id)
        if let device {
            // What is in a hot camera is hot.
            let hot = driver.camera(device).map { [$0] + driver.virtualCameras(with: $0) } ?? []
            for id in hot.isEmpty ? [device] : hot.map(\.description.id) {
                conditions.setPressure(pressure, on: id, of: cameras)
            }
        } else {
            conditions.setPressure(pressure, on: nil, of: cameras)
        }
        if !cameras.isEmpty, cameras.allSatisfy({ conditions.pressure(on: $0).level == .shutdown }) {
            conditions.interrupt(.videoDeviceNotAvailableDueToSystemPressure)
        } else {
            conditions.endInterruption(.videoDeviceNotAvailableDueToSystemPressure)
        }
    }

    private func later(_ seconds: Double, _ fault: SimulatedFault, to device: String? = nil) {
        let appointment = clock.schedule(at: clock.now.adding(seconds: seconds)) { [weak self] in
            self?.apply(fault, to: device)
        }
        state.withLock { $0.appointments.append(appointment) }
    }
}

/// What has happened on a simulated phone, one line an event; equal for equal seeds, scripts and calls.
///
/// Keeps the newest 10,000 lines.
final class EventLog: Sendable {
    private static let limit = 10_000
    private let start: CMTime
    private let lines = Mutex<[String]>([])
    private let observers = ObserverList<String>()

    init(start: CMTime) {
        self.start = start
    }

    /// Writes a line: the time since the phone was made, where, what.
    func write(_ time: CMTime, _ place: String, _ message: String) {
        let elapsed = CMTimeConvertScale(CMTimeSubtract(time, start), timescale: 1_000_000, method: .default).value
        let fraction = "\(abs(elapsed) % 1_000_000)"
        let zeros = String(repeating: "0", count: max(0, 6 - fraction.count))
        let line = "\(elapsed / 1_000_000).\(zeros)\(fraction) \(place): \(message)"
        lines.withLock { lines in
            if lines.count >= Self.limit { lines.removeFirst(Self.limit / 10) }
            lines.append(line)
        }
        observers.post(line)
    }

    /// Tells of every line from now on, one call at a time, until the observation is cancelled or released.
    func observe(_ handler: @escaping @Sendable (String) -> Void) -> CaptureObservation {
        observers.observe(handler)
    }

    /// All lines, oldest first.
    var all: [String] { lines.withLock { $0 } }
}
