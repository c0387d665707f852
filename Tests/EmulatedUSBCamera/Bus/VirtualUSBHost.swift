import Glibc
import Synchronization

/// The kernel's virtual USB host (the module `vhci-hcd`): gives it sockets behind which devices are played.
enum VirtualUSBHost {
    /// The host's folder.
    private static let folder = "/sys/devices/platform/vhci_hcd.0"
    /// Bus and device number, which the kernel merely repeats in its status file.
    private static let deviceID = 0x0001_0002
    /// USB 2's speed, as the kernel counts speeds.
    private static let highSpeed = 3
    /// So long the kernel may take to clean up after the last device at a port.
    private static let patienceMilliseconds = 5_000

    /// One plugging at a time, so that two cameras don't choose the same port.
    private static let gate = Mutex(())

    /// Plugs a device in.
    ///
    /// - Parameters:
    ///   - descriptor: a socket; the kernel makes a reference of its own to it.
    ///   - port: where to plug it in; `nil` chooses a free port. One that was just unplugged is waited for.
    /// - Returns: the port.
    /// - Throws: ``EmulatedUSBCameraError``.
    static func attach(_ descriptor: Int32, port: Int?) throws -> Int {
        try gate.withLock { _ in
            let chosen = try port ?? freePort()
            try waitUntilFree(chosen)
            hurry(chosen)
            let text = "\(chosen) \(descriptor) \(deviceID) \(highSpeed)"
            let path = folder + "/attach"
            let file = open(path, O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { throw EmulatedUSBCameraError.refused(operation: "open", path: path, code: errno) }
            defer { close(file) }
            guard write(file, text, text.utf8.count) == text.utf8.count else {
                throw EmulatedUSBCameraError.refused(operation: "write to", path: path, code: errno)
            }
            return chosen
        }
    }

    private static func freePort() throws -> Int {
        let ports = VirtualUSBPort.table(try contents(of: folder + "/status"))
        let free = ports.first { $0.isHighSpeed && $0.isFree && !isOccupied($0.number) }
        guard let free else { throw EmulatedUSBCameraError.noFreePort }
        return free.number
    }

    /// Waits until the port is free and the kernel has forgotten what was plugged in there. A device that comes back
    /// earlier would be taken for the old one, which nobody's hand could make happen.
    private static func waitUntilFree(_ port: Int) throws {
        for _ in 0..<patienceMilliseconds {
            let ports = VirtualUSBPort.table(try contents(of: folder + "/status"))
            if ports.contains(where: { $0.number == port && $0.isFree }), !isOccupied(port) { return }
            usleep(1_000)
        }
        throw EmulatedUSBCameraError.portInUse(port)
    }

    /// Whether the kernel's tree of devices has one at a port.
    private static func isOccupied(_ port: Int) -> Bool {
        buses.contains { access("\(folder)/usb\($0)/\($0)-\(port + 1)", F_OK) == 0 }
    }

    /// Asks the kernel to reset a device at a port once, not twice, and to wait less afterwards: real plugs need the time,
    /// and tests plug hundreds of times.
    private static func hurry(_ port: Int) {
        for bus in buses {
            let path = "\(folder)/usb\(bus)/\(bus)-0:1.0/usb\(bus)-port\(port + 1)/quirks"
            let file = open(path, O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { continue }
            // USB_PORT_QUIRK_OLD_SCHEME and USB_PORT_QUIRK_FAST_ENUM.
            _ = write(file, "3", 1)
            close(file)
        }
    }

    /// Numbers that the host's two buses may have; they depend on the machine.
    private static let buses = 1...16

    private static func contents(of path: String) throws -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw EmulatedUSBCameraError.refused(operation: "open", path: path, code: errno) }
        defer { close(file) }
        // A file of the kernel's is at most a page.
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(file, &bytes, bytes.count)
        guard count >= 0 else { throw EmulatedUSBCameraError.refused(operation: "read", path: path, code: errno) }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
