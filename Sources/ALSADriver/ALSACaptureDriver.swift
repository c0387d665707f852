import CALSA
import CaptureDriver
import Foundation
import Glibc
import LinuxDevices
import Logging

/// Linux's microphones: the default input, which on a desktop is the sound server's, and the inputs of all sound cards.
public final class ALSACaptureDriver: CaptureDriver {
    /// `alsa`.
    public let name = "alsa"

    private let system: any AudioSystem
    private let now: MonotonicTime
    private let log: Logger
    private let enumerator: MicrophoneEnumerator
    private let monitor: DeviceMonitor<ALSAMicrophoneModel>

    /// Makes the driver of the machine's real microphones.
    public convenience init() {
        self.init(
            system: BoundedAudioSystem(LinuxAudioSystem()),
            makeHints: { try? LinuxHotplugHints(subsystem: "sound", directories: Self.directories) },
            now: kernelMonotonicTime
        )
    }

    /// Makes a driver of another machine's, for tests.
    init(
        system: any AudioSystem,
        makeHints: @escaping @Sendable () -> (any HotplugHints)?,
        now: @escaping MonotonicTime
    ) {
        let log = Logger(label: "pinhole.alsa")
        let enumerator = MicrophoneEnumerator(system: system, log: log)
        self.system = system
        self.now = now
        self.log = log
        self.enumerator = enumerator
        monitor = DeviceMonitor(makeHints: makeHints, now: now) { enumerator.enumerate() }
    }

    /// Where cards' nodes appear, and sound servers' sockets: a server that starts may bring the default input.
    private static var directories: [LinuxHotplugHints.Directory] {
        let nodes = [
            LinuxHotplugHints.Directory("/dev", ["snd"]),
            LinuxHotplugHints.Directory("/dev/snd", ["controlC", "pcmC"]),
        ]
        guard let folder = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"], !folder.isEmpty else { return nodes }
        return nodes + [
            LinuxHotplugHints.Directory(folder, ["pipewire-", "pulse"]),
            LinuxHotplugHints.Directory(folder + "/pulse", ["native"]),
        ]
    }

    /// The microphones that are present: the default input first, if it can be opened, then the cards'.
    public func devices() -> [CaptureDeviceDescription] {
        monitor.models().map(\.description)
    }

    /// Tells of microphones that come and go. A thread waits for them as long as there is an observer.
    public func observeDevices(
        _ handler: @escaping @Sendable (CaptureDeviceChange) -> Void
    ) -> CaptureObservation {
        monitor.observe(handler)
    }

    /// Opens a microphone. Within this program it is opened once; whether another program has it shows when a stream is
    /// started. A sound server shares its inputs, a card's input is one program's at a time.
    ///
    /// - Parameter id: a device's id, which is ALSA's name for the input.
    /// - Throws: `CaptureDriverError`.
    public func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
        guard let model = monitor.model(id) ?? monitor.models().first(where: { $0.description.id == id }) else {
            throw enumerator.refusal(of: id)
                ?? CaptureDriverError(
                    kind: .notFound,
                    operation: "open",
                    device: id,
                    advice: "No such microphone is connected. List the devices and choose one of them."
                )
        }
        guard let token = monitor.markOpen(id) else {
            throw CaptureDriverError(
                kind: .busy,
                operation: "open",
                device: id,
                advice: "This program uses the microphone already. Close the other use first."
            )
        }
        let life = model.input.card.flatMap { system.life(ofCard: $0) }
        if model.input.card != nil, life == nil {
            monitor.markClosed(id, token: token)
            throw CaptureDriverError(alsa: -ENODEV, operation: "open", device: id)
        }
        let monitor = monitor
        return MicrophoneHandle(model: model, system: system, life: life, now: now, log: log) {
            monitor.markClosed(id, token: token)
        }
    }
}

extension CaptureDriverError {
    /// Puts ALSA's (negative) error code into the seam's words, with what the user can do about it.
    package init(alsa code: Int32, operation: String, device: String) {
        let (kind, advice) = Self.alsaMeaning(of: -code)
        self.init(kind: kind, operation: operation, nativeCode: -code, device: device, advice: advice)
    }

    private static func alsaMeaning(of code: Int32) -> (Kind, String) {
        switch code {
        case EBUSY, EAGAIN:
            (.busy, "Another program uses the microphone. Close it; `fuser -v /dev/snd/*` shows which one.")
        case EACCES, EPERM:
            (
                .denied,
                "You may not use the microphone. Join its group, `sudo usermod -aG audio $USER`, and log in again; "
                    + "a container needs the device passed in, `--device /dev/snd`."
            )
        case ENODEV, ENXIO, EBADFD:
            (.disconnected, "The microphone was unplugged. Plug it in again.")
        case ENOENT:
            (.notFound, "There is no such sound device. List them with `arecord -L`.")
        case ENOMEM:
            (.outOfMemory, "No memory for sound buffers. End other programs.")
        case ETIMEDOUT:
            (.timedOut, "The microphone does not answer. Unplug it and plug it in again.")
        case EINVAL:
            (.unsupportedFormat, "The microphone has no encoding, rate or channels that can be used.")
        default:
            (.io, "The sound system failed: \(String(cString: snd_strerror(-code))). `dmesg` may tell more.")
        }
    }
}
