import ALSADriver
import CaptureDriver
import Glibc

/// Examines the machine's microphones, each by itself.
struct MachineMicrophones: Sendable {
    /// Seconds that opening and closing may take besides listening.
    static let handling = 10.0

    let options: Diagnostics.Options
    let progress: @Sendable (String) -> Void

    /// All inputs: the system's default first, which most programs use.
    func examine() -> [MicrophoneInspection] {
        let nodes = AudioNodes().inputs()
        let listed = Bounded.run(seconds: Self.handling) { MicrophoneList.hardware() } ?? []
        // ALSA leaves out cards that it may not ask; their nodes tell that they exist.
        let hidden = nodes.map(\.microphone).filter { node in
            !listed.contains { $0.card == node.card && $0.device == node.device }
        }
        let hardware = listed + hidden
        let fallback = listen(.systemDefault)
        let defaultWorks = if case .listened = fallback.outcome { true } else { false }
        // Without any card there is a default input only where a sound server has one.
        var all = defaultWorks || (!hardware.isEmpty && hidden.isEmpty) ? [fallback] : []
        for microphone in hardware {
            var examination = listen(microphone)
            examination.defaultWorks = defaultWorks
            all.append(examination)
        }
        return all
    }

    private func listen(_ microphone: MicrophoneDescription) -> MicrophoneInspection {
        let path = microphone.card.flatMap { card in microphone.device.map { AudioNodes.path(card: card, device: $0) } }
        let permission = path.flatMap(NodeReader.permission)
        let outcome: MicrophoneInspection.Outcome
        if let path, permission?.isAllowed == false {
            // ALSA says of a card that it may not ask that it does not exist.
            outcome = .refused(CaptureDriverError(alsa: -EACCES, operation: "open", device: path))
        } else {
            outcome = listen(to: microphone)
        }
        return MicrophoneInspection(
            microphone: microphone,
            path: path,
            permission: permission,
            holders: path.map { HolderSearch.holders(of: $0) } ?? Holders(),
            outcome: outcome
        )
    }

    private func listen(to microphone: MicrophoneDescription) -> MicrophoneInspection.Outcome {
        progress("Listening to \(microphone.name) ...")
        let probe = MicrophoneProbe(seconds: options.seconds)
        let bound = Self.handling + options.seconds
        let result = Bounded.run(seconds: bound) { () -> Result<MicrophoneMeasurement, CaptureDriverError> in
            do throws(CaptureDriverError) {
                return .success(try probe.listen(to: microphone.id))
            } catch {
                return .failure(error)
            }
        }
        return switch result {
        case .success(let measurement): .listened(measurement)
        case .failure(let error): .refused(error)
        case nil: .noAnswer(seconds: bound)
        }
    }
}
