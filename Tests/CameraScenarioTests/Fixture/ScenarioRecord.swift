import CameraEngine
import CameraLifecycle
import CameraSimulation
import Synchronization

/// Writes down what an engine decides, and judges it by the rules that the simulator judges by.
final class ScenarioRecord: Sendable {
    fileprivate struct Decision: Sendable {
        var event: CameraEvent
        var time: CameraTime
        var effects: [CameraEffect]
        var status: CameraStatus
    }

    fileprivate struct State {
        var decisions: [Decision] = []
        var lines: [String] = []
        var status = CameraStatus.off
        var shown: [CameraStatus] = [.off]
        var rules: SimulationRules
        var violation: Violation?
        var firstTime: CameraTime?
        var lastFrames = 0
        var lastFrameTime = CameraTime.zero
        var lastRefusals = 0
        var lastRefusalTime: CameraTime?
    }

    private let timing: CameraTiming
    private let state: Mutex<State>
    /// A clock that jumps makes the rules' bounds meaningless.
    private let judges: Bool
    private let keepsMultiCamSession: Bool

    init(timing: CameraTiming, judges: Bool, keepsMultiCamSession: Bool) {
        self.timing = timing
        self.judges = judges
        self.keepsMultiCamSession = keepsMultiCamSession
        state = Mutex(State(rules: SimulationRules(timing: timing)))
    }

    // MARK: Writing down

    func decided(_ event: CameraEvent, _ time: CameraTime, _ effects: [CameraEffect], _ status: CameraStatus) {
        state.withLock { state in
            state.decisions.append(Decision(event: event, time: time, effects: effects, status: status))
            state.status = status
            state.write(time, "  \(event)")
            state.rules.observe(event, time)
            for effect in effects {
                state.write(time, "    \(effect)")
                if case .show(let status) = effect { state.shown.append(status) }
                state.note(state.rules.validate(effect, time), time)
            }
        }
    }

    func write(_ time: CameraTime, _ line: String) {
        state.withLock { $0.write(time, line) }
    }

    /// Judges what can be seen from outside, once everything that happened was dealt with.
    ///
    /// - Parameters:
    ///   - frames: how many frames came so far.
    ///   - refusals: how often the camera was in use elsewhere so far.
    ///   - isInterrupted: whether the system, or another session, has the camera.
    func check(_ now: CameraTime, frames: Int, refusals: Int, isInterrupted: Bool) {
        state.withLock { state in
            if frames != state.lastFrames {
                state.lastFrames = frames
                state.lastFrameTime = now
            }
            if refusals != state.lastRefusals {
                state.lastRefusals = refusals
                state.lastRefusalTime = now
            }
            let isInUse = state.lastRefusalTime.map { now < $0.after(milliseconds: timing.retryInUseEvery) } ?? false
            let isDelivering = now <= state.lastFrameTime.after(milliseconds: 500)
            let visible = SimulationRules.VisibleState(
                isDelivering: isDelivering,
                isInterrupted: isInterrupted || isInUse
            )
            state.note(state.rules.check(state.status, visible, now), now)
        }
    }

    // MARK: Reading

    /// The status after the last decision.
    var status: CameraStatus { state.withLock { $0.status } }
    /// How many decisions there were.
    var count: Int { state.withLock { $0.decisions.count } }
    /// Every status that was to be shown, and `.off` before them.
    var shown: [CameraStatus] { state.withLock { $0.shown } }
    /// The first rule that was broken.
    var violation: Violation? { judges ? state.withLock { $0.violation } : nil }
    /// So many lines of what happened, up to now.
    func lines(_ count: Int) -> String { state.withLock { $0.lines.suffix(count).joined(separator: "\n") } }

    /// The first decision that a machine by itself takes otherwise.
    func difference() -> String? {
        var machine = CameraStateMachine(timing: timing, keepsMultiCamSession: keepsMultiCamSession)
        for decision in state.withLock({ $0.decisions }) {
            let effects = machine.handle(decision.event, now: decision.time)
            guard effects == decision.effects, machine.status == decision.status else {
                return "\(decision.event): \(decision.effects), but the machine by itself: \(effects)"
            }
        }
        return nil
    }
}

extension ScenarioRecord.State {
    fileprivate mutating func write(_ time: CameraTime, _ line: String) {
        let first = firstTime ?? time
        firstTime = first
        let milliseconds = (time.nanoseconds - first.nanoseconds) / 1_000_000
        lines.append("\(milliseconds) ms \(line)")
    }

    fileprivate mutating func note(_ broken: Violation?, _ time: CameraTime) {
        guard let broken, violation == nil else { return }
        violation = broken
        write(time, "broken: \(broken.explanation)")
    }
}
