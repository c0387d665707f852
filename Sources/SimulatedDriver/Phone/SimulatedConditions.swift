import CaptureDriver
import Synchronization

/// What a simulated phone's operating system decides. All methods may be called from any thread.
final class SimulatedConditions: SystemConditions {
    private struct State {
        var authorizations: [CaptureDeviceDescription.Medium: CaptureAuthorization]
        var answer = SimulatedPhone.PermissionAnswer.allow
        var askers: [CaptureDeviceDescription.Medium: [@Sendable (Bool) -> Void]] = [:]
        var orientation: HostOrientation?
        var pressures: [CaptureDeviceDescription.ID: SystemPressure] = [:]
        var commonPressure = SystemPressure()
        var interruptions: [CaptureInterruption] = []
        var refusals: [Int] = []
    }

    private let state: Mutex<State>
    private let changes = ObserverList<SystemConditionChange>()

    init(authorization: CaptureAuthorization, orientation: HostOrientation?) {
        state = Mutex(
            State(authorizations: [.video: authorization, .audio: authorization], orientation: orientation)
        )
    }

    // MARK: The seam

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

    var orientation: HostOrientation? { state.withLock { $0.orientation } }

    func pressure(on device: CaptureDeviceDescription.ID) -> SystemPressure {
        state.withLock { $0.pressures[device] ?? $0.commonPressure }
    }

    var interruption: CaptureInterruption? { state.withLock { $0.interruptions.last } }

    func refusalToStart(devices: [CaptureDeviceDescription.ID]) -> Int? {
        state.withLock { $0.refusals.isEmpty ? nil : $0.refusals.removeFirst() }
    }

    func observe(_ handler: @escaping @Sendable (SystemConditionChange) -> Void) -> CaptureObservation {
        changes.observe(handler)
    }

    // MARK: What the phone does

    /// Whether something keeps the cameras, not just the microphone, from running.
    var isVideoInterrupted: Bool {
        state.withLock { $0.interruptions.contains { $0 != .audioDeviceInUseByAnotherClient } }
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

    func setOrientation(_ orientation: HostOrientation?) {
        let hasChanged = state.withLock { state in
            defer { state.orientation = orientation }
            return state.orientation != orientation
        }
        if hasChanged { changes.post(.orientation) }
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

    /// The highest pressure on any device.
    var highestPressure: SystemPressure.Level {
        state.withLock { max($0.commonPressure.level, $0.pressures.values.map(\.level).max() ?? .nominal) }
    }

    /// False if this interruption is in force already.
    func interrupt(_ reason: CaptureInterruption) -> Bool {
        let isNew = state.withLock { state in
            guard !state.interruptions.contains(reason) else { return false }
            state.interruptions.append(reason)
            return true
        }
        if isNew { changes.post(.interruptionBegan(reason)) }
        return isNew
    }

    /// False if this interruption is not in force.
    func endInterruption(_ reason: CaptureInterruption) -> Bool {
        let wasThere = state.withLock { state in
            guard let index = state.interruptions.firstIndex(of: reason) else { return false }
            state.interruptions.remove(at: index)
            return true
        }
        if wasThere { changes.post(.interruptionEnded(reason)) }
        return wasThere
    }

    func failNextStart(code: Int) {
        state.withLock { $0.refusals.append(code) }
    }

    func post(_ change: SystemConditionChange) {
        changes.post(change)
    }
}
