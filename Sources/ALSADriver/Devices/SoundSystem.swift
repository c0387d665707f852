import CALSA
import CaptureDriver
import Foundation
import LinuxDevices

/// A machine's sound: what the driver needs of ALSA and of the kernel's files. A test puts a scripted one here.
protocol SoundSystem: Sendable {
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
    /// Keeps hold of a card, so that it can be asked whether it is still the one that was there; `nil` if it isn't there.
    func hold(card: Int) -> (any CardHold)?
}

/// A hold of a sound card that doesn't keep anybody from using it.
protocol CardHold: AnyObject, Sendable {
    /// Whether the card is still there; false for ever once it was unplugged.
    var isThere: Bool { get }
}

/// This machine's sound.
struct LinuxSoundSystem: SoundSystem {
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

    func hold(card: Int) -> (any CardHold)? {
        ControlHold(card: card)
    }

    private func text(_ path: String) -> String? {
        (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// A hold by the card's control node, which any number of programs may have open.
// @unchecked: the library's handle is used under the lock only.
private final class ControlHold: CardHold, @unchecked Sendable {
    private let lock = NSLock()
    private let handle: OpaquePointer

    init?(card: Int) {
        pinhole_alsa_be_quiet()
        var opened: OpaquePointer?
        guard snd_ctl_open(&opened, "hw:\(card)", Int32(SND_CTL_NONBLOCK)) >= 0, let opened else { return nil }
        handle = opened
    }

    deinit {
        snd_ctl_close(handle)
    }

    var isThere: Bool {
        lock.withLock {
            var state: UInt32 = 0
            // The kernel answers every request for a card that is gone with ENODEV; this one changes nothing.
            return snd_ctl_get_power_state(handle, &state) != -ENODEV
        }
    }
}
