import ALSADriver
import Foundation

/// Sound cards' inputs as the kernel's files tell them, which may be read even where the inputs may not be used.
struct AudioNodes: Sendable {
    /// Where the file system begins; another folder in tests.
    var root = ""

    /// All inputs that have a node: its path, and the description as ALSA would give it.
    func inputs() -> [(path: String, microphone: MicrophoneDescription)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root + "/dev/snd")) ?? []
        return names.compactMap(Self.numbers).sorted { $0.card == $1.card ? $0.device < $1.device : $0.card < $1.card }
            .map { numbers in
                let card = read("/proc/asound/card\(numbers.card)/id") ?? "\(numbers.card)"
                let info = read("/proc/asound/card\(numbers.card)/pcm\(numbers.device)c/info") ?? ""
                let name = info.split(separator: "\n").first { $0.hasPrefix("name: ") }?.dropFirst(6)
                let microphone = MicrophoneDescription(
                    id: "hw:CARD=\(card),DEV=\(numbers.device)",
                    name: name.map { "\(card): \($0)" } ?? card,
                    card: numbers.card,
                    device: numbers.device
                )
                return (Self.path(card: numbers.card, device: numbers.device), microphone)
            }
    }

    /// The node of a card's input.
    static func path(card: Int, device: Int) -> String {
        "/dev/snd/pcmC\(card)D\(device)c"
    }

    /// Card and device of an input's node, such as `pcmC0D1c`.
    private static func numbers(_ name: String) -> (card: Int, device: Int)? {
        guard name.hasPrefix("pcmC"), name.hasSuffix("c") else { return nil }
        let parts = name.dropFirst(4).dropLast().split(separator: "D")
        guard parts.count == 2, let card = Int(parts[0]), let device = Int(parts[1]) else { return nil }
        return (card, device)
    }

    private func read(_ path: String) -> String? {
        (try? String(contentsOfFile: root + path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
