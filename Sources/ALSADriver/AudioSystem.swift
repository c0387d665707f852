import CaptureDriver
import Foundation
import Glibc
import LinuxDevices
import Synchronization

/// A machine's sound: what the driver needs of ALSA and of the kernel's files. A test puts a scripted one here.
protocol AudioSystem: Sendable {
    /// All inputs of all cards that may be asked, and whether there are cards that may not.
    func inputs() -> (found: [MicrophoneDescription], hasInaccessible: Bool)
    /// What a card is.
    func identity(ofCard card: Int) -> CardIdentity
    /// What an input can deliver; opens it for a moment.
    func formats(of name: String) throws(CaptureDriverError) -> [InputFormat]
    /// The format that another program uses an input with; `nil` when unknown.
    func formatInUse(of input: MicrophoneDescription) -> InputFormat?
    /// Opens an input and sets it up.
    func open(_ name: String, _ format: InputFormat, packetFrames: Int) throws(CaptureDriverError) -> any CapturePCM
    /// A number for one life of a card, from plug to unplug; `nil` if no card has the number.
    func life(ofCard card: Int) -> UInt64?
}

/// This machine's sound.
struct LinuxAudioSystem: AudioSystem {
    func inputs() -> (found: [MicrophoneDescription], hasInaccessible: Bool) {
        let nodes = ((try? FileManager.default.contentsOfDirectory(atPath: "/dev/snd")) ?? [])
            .filter { $0.hasPrefix("controlC") || ($0.hasPrefix("pcmC") && $0.hasSuffix("c")) }
        return (MicrophoneList.hardware(), nodes.contains { access("/dev/snd/" + $0, R_OK | W_OK) != 0 })
    }

    func identity(ofCard card: Int) -> CardIdentity {
        let bus = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/sys/class/sound/card\(card)/device/subsystem"
        )
        let usb = text("/proc/asound/card\(card)/usbid")
        let name = text("/proc/asound/card\(card)/id") ?? "card\(card)"
        return CardIdentity(
            transportType: CardIdentity.transportType(bus: bus.map { ($0 as NSString).lastPathComponent }),
            modelID: usb.flatMap(Self.modelID) ?? name
        )
    }

    /// Apple's manner of writing a USB device's model, from the kernel's `046d:0825`.
    static func modelID(usb: String) -> String? {
        let numbers = usb.split(separator: ":").compactMap { Int($0, radix: 16) }
        guard numbers.count == 2 else { return nil }
        return "USB Audio VendorID_\(numbers[0]) ProductID_\(numbers[1])"
    }

    func formats(of name: String) throws(CaptureDriverError) -> [InputFormat] {
        try InputFormat.all(of: name)
    }

    func formatInUse(of input: MicrophoneDescription) -> InputFormat? {
        guard let card = input.card, let device = input.device else { return nil }
        return text("/proc/asound/card\(card)/pcm\(device)c/sub0/hw_params").flatMap(InputFormat.init)
    }

    func open(_ name: String, _ format: InputFormat, packetFrames: Int) throws(CaptureDriverError) -> any CapturePCM {
        try ALSACapture(name: name, format: format, packetFrames: packetFrames)
    }

    /// The inode of the card's folder in sysfs, which is made anew with each plug. (A control node that is kept open would tell
    /// as well, but the kernel doesn't let a card of some buses go as long as anybody has one.)
    func life(ofCard card: Int) -> UInt64? {
        for path in ["/sys/class/sound/card\(card)", "/dev/snd/controlC\(card)"] {
            var status = stat()
            if stat(path, &status) == 0 { return UInt64(status.st_ino) }
        }
        return nil
    }

    private func text(_ path: String) -> String? {
        (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// A machine's sound that is never waited for for ever: where a sound server hangs, opening its inputs hangs too. Hardware is asked
/// directly, as the kernel answers at once.
final class BoundedAudioSystem: AudioSystem {
    /// Seconds that a sound server has to answer.
    static let patience = 5.0

    private let system: any AudioSystem
    private let patience: Double
    /// How many questions about each input are given up and not answered yet.
    private let hanging = Mutex<[String: Int]>([:])

    /// - Parameter patience: how long to wait for a sound server, in seconds.
    init(_ system: any AudioSystem, patience: Double = BoundedAudioSystem.patience) {
        self.system = system
        self.patience = patience
    }

    func inputs() -> (found: [MicrophoneDescription], hasInaccessible: Bool) { system.inputs() }

    func identity(ofCard card: Int) -> CardIdentity { system.identity(ofCard: card) }

    func formatInUse(of input: MicrophoneDescription) -> InputFormat? { system.formatInUse(of: input) }

    func life(ofCard card: Int) -> UInt64? { system.life(ofCard: card) }

    func formats(of name: String) throws(CaptureDriverError) -> [InputFormat] {
        let system = system
        return try ask(name) { () throws(CaptureDriverError) in
            try system.formats(of: name)
        } late: { _ in
        }
    }

    func open(_ name: String, _ format: InputFormat, packetFrames: Int) throws(CaptureDriverError) -> any CapturePCM {
        let system = system
        return try ask(name) { () throws(CaptureDriverError) in
            try system.open(name, format, packetFrames: packetFrames)
        } late: {
            $0.close()
        }
    }

    // MARK: Waiting

    /// A question on its way.
    private struct Question<Answer>: @unchecked Sendable {
        // @unchecked: an answer is handed over once, from the thread that got it to the one that waits.
        var answer: Result<Answer, CaptureDriverError>?
        var isGivenUp = false
    }

    /// Asks about an input, on a thread of its own if it may hang.
    ///
    /// - Parameter late: gets an answer that nobody waits for any more.
    private func ask<Answer>(
        _ name: String,
        _ body: @escaping @Sendable () throws(CaptureDriverError) -> Answer,
        late: @escaping @Sendable (Answer) -> Void
    ) throws(CaptureDriverError) -> Answer {
        if name.hasPrefix("hw:") { return try body() }
        // A server that hangs is not asked again before it has answered.
        guard hanging.withLock({ $0[name] == nil }) else { throw silence(name) }
        let question = Shared(Question<Answer>())
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread { [self] in
            nonisolated(unsafe) let answer = Self.result(body)
            let isGivenUp = question.state.withLock { question in
                if !question.isGivenUp { question.answer = answer }
                return question.isGivenUp
            }
            guard isGivenUp else {
                isDone.signal()
                return
            }
            if case .success(let answer) = answer { late(answer) }
            hanging.withLock { $0[name] = $0[name].flatMap { $0 > 1 ? $0 - 1 : nil } }
        }
        thread.name = "pinhole sound server"
        thread.start()
        _ = isDone.wait(timeout: .now() + patience)
        let answer = question.state.withLock { question in
            if question.answer == nil {
                question.isGivenUp = true
                hanging.withLock { $0[name, default: 0] += 1 }
            }
            return question
        }.answer
        guard let answer else { throw silence(name) }
        return try answer.get()
    }

    private static func result<Answer>(
        _ body: () throws(CaptureDriverError) -> Answer
    ) -> Result<Answer, CaptureDriverError> {
        do throws(CaptureDriverError) {
            return .success(try body())
        } catch {
            return .failure(error)
        }
    }

    private func silence(_ name: String) -> CaptureDriverError {
        CaptureDriverError(
            kind: .timedOut,
            operation: "snd_pcm_open",
            nativeCode: ETIMEDOUT,
            device: name,
            advice:
                "The sound server does not answer. Restart it: `systemctl --user restart pipewire` or `pulseaudio -k`."
        )
    }

    private final class Shared<Value: Sendable>: Sendable {
        let state: Mutex<Value>

        init(_ value: Value) {
            state = Mutex(value)
        }
    }
}
