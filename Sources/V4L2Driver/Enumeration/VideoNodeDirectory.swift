/// Lists the machine's video nodes without opening them.
protocol VideoNodeDirectory: Sendable {
    /// All nodes that exist, whatever they are, in the order of their numbers.
    func nodes() -> [VideoNodeEntry]
}

/// A video node as the file system and the device database tell it.
struct VideoNodeEntry: Sendable, Hashable {
    /// `/dev/videoN`. Changes from plug to plug: not an identity.
    var path: String
    /// The hardware's place in the kernel's tree, such as `/devices/pci0000:00/.../usb1/1-2/1-2:1.0`; empty when unknown.
    var hardwarePath = ""
    /// Which of the nodes that this hardware has.
    var index = 0
    /// The name that the kernel gives the node; empty when unknown.
    var name = ""
    /// What USB tells about the hardware, if it is on USB.
    var usb: USBIdentity?
}

/// What a USB device tells about itself.
struct USBIdentity: Sendable, Hashable {
    /// The maker's number, as 4 hexadecimal digits.
    var vendorID: String
    /// The product's number, as 4 hexadecimal digits.
    var productID: String
    /// The serial number; empty when there is none. Cheap cameras share theirs with all of their kind.
    var serial = ""
    /// The maker's name; empty when it tells none.
    var manufacturer = ""
    /// The product's name; empty when it tells none.
    var product = ""
}
