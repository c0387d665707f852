import CaptureDriver
import Foundation
import LinuxDevices

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
