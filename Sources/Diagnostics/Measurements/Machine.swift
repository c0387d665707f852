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
