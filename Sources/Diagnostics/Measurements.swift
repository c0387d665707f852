import ALSADriver
import CaptureDriver

/// What the machine is, as far as it matters to cameras and microphones.
struct Machine: Sendable, Hashable {
    /// Where the program runs.
    enum Surroundings: Sendable, Hashable {
        /// On hardware.
        case hardware
        /// In a virtual machine of this kind.
        case virtualMachine(String)
        /// In a container.
        case container
    }

    /// A camera that the USB bus shows, whether or not a driver has taken it.
    struct USBCamera: Sendable, Hashable {
        /// Its name, or numbers.
        var name: String
        /// The kernel's name for its place, such as `1-2`.
        var place: String
        /// Whether it has a video node.
        var hasNode: Bool
    }

    /// A device on USB for sound, whether or not a driver has taken it.
    struct USBAudioDevice: Sendable, Hashable {
        /// Its name, or numbers.
        var name: String
        /// The kernel's name for its place, such as `1-3`.
        var place: String
        /// Whether it is a sound card.
        var hasCard: Bool
    }

    /// A driver of the kernel's.
    enum Driver: String, Sendable, CaseIterable {
        /// For cameras on USB.
        case uvcvideo
        /// For sound on USB.
        case usbAudio = "snd-usb-audio"
    }

    /// The user's name.
    var user = "you"
    /// Where the program runs.
    var surroundings = Surroundings.hardware
    /// Cameras on USB.
    var usbCameras: [USBCamera] = []
    /// Devices for sound on USB.
    var usbAudioDevices: [USBAudioDevice] = []
    /// Drivers that the running kernel does not have, neither inside nor as modules; those of which this is not known are left out.
    var missingDrivers: Set<Driver> = []
    /// Who listens on the port that the viewfinder takes by default; `nil` when it is free.
    var portHolders: Holders?
    /// Whether udev is running, which sets nodes' permissions and announces devices.
    var hasUdev = true
    /// Whether these are simulated devices, for which the machine does not matter.
    var isSimulated = false
}

/// How a camera is attached.
struct Attachment: Sendable, Hashable {
    /// The USB bus it shares with others, such as `usb1`; `nil` when it is not on USB.
    var bus: String?
    /// The speed of its own connection in megabits per second; `nil` when unknown.
    var speed: Double?

    /// USB 2's high speed.
    static let highSpeed = 480.0
    /// What isochronous USB 2 transfers carry at most in bytes per second: three packets of 1024 bytes in each of 8000
    /// microframes.
    static let highSpeedRoom = 3.0 * 1_024 * 8_000

    /// Whether the connection is USB 2's, or slower.
    var isUSB2: Bool { bus != nil && speed.map { $0 <= Self.highSpeed } == true }
}

/// Who may use a device's node, and whether that includes the user.
struct NodePermission: Sendable, Hashable {
    /// Whether reading and writing are allowed, as the kernel answers.
    var isAllowed: Bool
    /// The owner's name, or number.
    var owner: String
    /// The group's name, or number.
    var group: String
    /// The permission bits.
    var mode: UInt32
    /// Whether the user database counts the user among the group's members.
    var isMember: Bool
    /// Whether this process has the group.
    var hasGroup: Bool

    /// Whether the group may read and write.
    var groupMayUse: Bool { mode & 0o060 == 0o060 }

    /// As `ls -l` shows it, without the type.
    var modeText: String {
        let letters = ["r", "w", "x"]
        return (0..<9).map { mode & (0o400 >> UInt32($0)) != 0 ? letters[$0 % 3] : "-" }.joined()
    }
}

/// A process that has a device open.
public struct Holder: Sendable, Hashable, Codable {
    /// The process.
    public var process: Int32
    /// Its name.
    public var name: String

    var text: String { "\(name) (process \(process))" }
}

/// Who has a device open, as far as may be known.
struct Holders: Sendable, Hashable {
    /// Processes that have it open, this one left out.
    var known: [Holder] = []
    /// Whether there are processes of other users that could not be looked into.
    var isIncomplete = false

    /// Names for a sentence; `nil` when none is known.
    var text: String? { known.isEmpty ? nil : known.map(\.text).joined(separator: ", ") }
}

/// All that was found out about a camera, or about a node that may be one.
struct CameraMeasurement: Sendable {
    /// What became of the attempt to probe the node.
    enum ProbeResult: Sendable {
        /// It is a camera.
        case camera(CaptureDeviceDescription)
        /// It could not be opened or asked.
        case inaccessible(CaptureDriverError)
        /// It did not answer within this many seconds.
        case noAnswer(seconds: Double)
        /// It captures through the multi-planar interface alone.
        case multiplanarOnly
        /// It captures but cannot stream.
        case cannotStream
        /// None of its formats can be delivered.
        case noUsableFormat
    }

    /// The node; `nil` for a camera that has none.
    var path: String?
    /// The name when nothing better is known.
    var fallbackName: String
    /// What became of probing it.
    var probeResult: ProbeResult
    /// Who may use the node; `nil` when there is no node.
    var permission: NodePermission?
    /// Who has it open.
    var holders = Holders()
    /// How it is attached.
    var attachment = Attachment()
    /// The test of its stream; `nil` when there was none.
    var stream: StreamMeasurement?

    /// The camera's description, if it is one.
    var description: CaptureDeviceDescription? {
        if case .camera(let description) = probeResult { description } else { nil }
    }

    /// The name to show.
    var name: String { description?.name ?? fallbackName }
}

/// What came of the test of a camera's stream.
struct StreamMeasurement: Sendable {
    /// How the test went.
    enum Outcome: Sendable {
        /// The stream was started, and this came.
        case ran(StreamTally)
        /// It was refused.
        case refused(CaptureDriverError)
        /// The camera hung for so many seconds.
        case noAnswer(seconds: Double)
    }

    /// The format asked for.
    var format: CaptureFormat
    /// Frames per second promised; `nil` for no promise.
    var promisedRate: Double?
    /// Seconds that the first frame was waited for at most.
    var patience: Double
    /// How it went.
    var outcome: Outcome
}

/// All that was found out about a microphone.
struct MicrophoneInspection: Sendable {
    /// How listening went.
    enum Outcome: Sendable {
        /// It was opened, and this came.
        case listened(MicrophoneMeasurement)
        /// It could not be opened or set up.
        case refused(CaptureDriverError)
        /// It hung for so many seconds.
        case noAnswer(seconds: Double)
    }

    /// Which one.
    var microphone: MicrophoneDescription
    /// Its node; `nil` for one that has none of its own.
    var path: String?
    /// Who may use the node.
    var permission: NodePermission?
    /// Who has it open.
    var holders = Holders()
    /// Whether the system's default input works, through which most programs listen.
    var defaultWorks = false
    /// How listening went.
    var outcome: Outcome
}
