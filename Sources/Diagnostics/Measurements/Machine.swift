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

    /// The user's name.
    var user = "you"
    /// Where the program runs.
    var surroundings = Surroundings.hardware
    /// Cameras on USB.
    var usbCameras: [USBCamera] = []
    /// Whether udev is running, which sets nodes' permissions and announces devices.
    var hasUdev = true
    /// Whether these are simulated devices, for which the machine does not matter.
    var isSimulated = false
}
