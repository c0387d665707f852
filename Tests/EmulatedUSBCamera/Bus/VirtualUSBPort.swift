/// A port of the kernel's virtual USB host, as its status file tells.
struct VirtualUSBPort: Equatable {
    var number: Int
    /// Whether it is one for USB 2 devices.
    var isHighSpeed: Bool
    var isFree: Bool

    /// The state of a port that nothing is plugged into (`VDEV_ST_NULL`).
    private static let freeState = "004"

    /// Reads a status file: a heading, and a line such as `hs  0000 004 000 00000000 000000 0-0` per port.
    static func table(_ text: String) -> [VirtualUSBPort] {
        text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count >= 3, let number = Int(fields[1]) else { return nil }
            return VirtualUSBPort(number: number, isHighSpeed: fields[0] == "hs", isFree: fields[2] == freeState)
        }
    }
}
