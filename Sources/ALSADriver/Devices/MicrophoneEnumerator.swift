import CaptureDriver
import LinuxDevices
import Logging
import Synchronization

/// Looks for the machine's microphones: the default input, if it can be opened, then all inputs of all cards. An input is opened once
/// per plug, to see what it can do.
final class MicrophoneEnumerator: Sendable {
    private struct State: Sendable {
        var known: [MicrophoneDescription: ALSAMicrophoneModel] = [:]
        var refusals: [MicrophoneDescription: CaptureDriverError] = [:]
    }

    private let system: any AudioSystem
    private let log: Logger
    private let state = Mutex(State())

    init(system: any AudioSystem, log: Logger) {
        self.system = system
        self.log = log
    }

    /// Looks once.
    func enumerate() -> DeviceMonitor<ALSAMicrophoneModel>.Enumeration {
        let (inputs, areHidden) = system.inputs()
        let former = state.withLock { $0 }
        var next = State()
        var found: [ALSAMicrophoneModel] = []
        var isIncomplete = areHidden
        if let model = examineDefault(former, &next, &isIncomplete) { found.append(model) }
        for input in inputs {
            if let model = examine(input, former, &next, &isIncomplete) { found.append(model) }
        }
        state.withLock { $0 = next }
        return DeviceMonitor<ALSAMicrophoneModel>.Enumeration(found: found, hasInaccessible: isIncomplete)
    }

    /// Why an input is not listed; for the error when somebody opens it.
    func refusal(of id: String) -> CaptureDriverError? {
        state.withLock { $0.refusals.first { $0.key.id == id }?.value }
    }

    /// The default input is looked at anew each time: what it is is another program's business.
    private func examineDefault(_ former: State, _ next: inout State, _ isIncomplete: inout Bool)
        -> ALSAMicrophoneModel?
    {
        let input = MicrophoneDescription.systemDefault
        do {
            let formats = try system.formats(of: input.id)
            let model = ALSAMicrophoneModel(input: input, identity: .systemDefault, formats: formats)
            next.known[input] = model
            return model
        } catch {
            next.refusals[input] = error
            // A sound server that hangs may come to itself.
            if error.kind == .timedOut { isIncomplete = true }
            // Without a sound server the default is a card, which somebody, perhaps this program, uses.
            guard error.kind == .busy else { return nil }
            let model = former.known[input]
            next.known[input] = model
            isIncomplete = isIncomplete || model == nil
            return model
        }
    }

    private func examine(
        _ input: MicrophoneDescription,
        _ former: State,
        _ next: inout State,
        _ isIncomplete: inout Bool
    ) -> ALSAMicrophoneModel? {
        if let model = former.known[input] {
            next.known[input] = model
            return model
        }
        let identity = system.identity(ofCard: input.card ?? 0)
        do {
            let model = ALSAMicrophoneModel(input: input, identity: identity, formats: try system.formats(of: input.id))
            next.known[input] = model
            return model
        } catch {
            next.refusals[input] = error
            if former.refusals[input]?.kind != error.kind {
                log.notice("An input cannot be examined", metadata: ["input": "\(input.id)", "error": "\(error)"])
            }
            isIncomplete = isIncomplete || error.kind == .busy || error.kind == .denied
            // While another program has it, it surely can what it does there.
            guard error.kind == .busy, let format = system.formatInUse(of: input) else { return nil }
            return ALSAMicrophoneModel(input: input, identity: identity, formats: [format])
        }
    }
}
