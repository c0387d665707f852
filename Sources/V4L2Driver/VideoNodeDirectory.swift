import CUdev
import Foundation
import Glibc

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

/// The real machine: `/dev`, and sysfs read through libudev.
///
/// libudev's own device database is not needed: it exists only where udevd runs, which is not the case in containers.
/// What is read are attributes of the kernel's.
struct LinuxVideoNodeDirectory: VideoNodeDirectory {
    func nodes() -> [VideoNodeEntry] {
        // First, as a node is in sysfs for longer than in `/dev`: one that comes in between must not be taken for one that the
        // kernel tells nothing about, which would be another camera.
        let paths = devicePaths()
        var entries = Dictionary(sysfsEntries().map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        for path in paths where entries[path] == nil {
            // Without sysfs (a container) the node itself is all there is.
            entries[path] = VideoNodeEntry(path: path)
        }
        return entries.values
            .filter { access($0.path, F_OK) == 0 }
            .sorted { Self.number($0.path) < Self.number($1.path) }
    }

    private func devicePaths() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
        return names.filter { $0.hasPrefix("video") && Int($0.dropFirst(5)) != nil }.map { "/dev/" + $0 }
    }

    private static func number(_ path: String) -> Int {
        Int(path.drop { !$0.isNumber }) ?? .max
    }

    private func sysfsEntries() -> [VideoNodeEntry] {
        guard let udev = udev_new() else { return [] }
        defer { udev_unref(udev) }
        guard let enumeration = udev_enumerate_new(udev) else { return [] }
        defer { udev_enumerate_unref(enumeration) }
        udev_enumerate_add_match_subsystem(enumeration, "video4linux")
        udev_enumerate_scan_devices(enumeration)
        var entries: [VideoNodeEntry] = []
        var item = udev_enumerate_get_list_entry(enumeration)
        while let current = item {
            if let path = udev_list_entry_get_name(current), let device = udev_device_new_from_syspath(udev, path) {
                if let entry = Self.entry(device) { entries.append(entry) }
                udev_device_unref(device)
            }
            item = udev_list_entry_get_next(current)
        }
        return entries
    }

    private static func entry(_ device: OpaquePointer) -> VideoNodeEntry? {
        guard let node = udev_device_get_devnode(device) else { return nil }
        let path = String(cString: node)
        // The subsystem also has radio, subdevice and blanking-interval nodes.
        guard path.hasPrefix("/dev/video") else { return nil }
        // Parents belong to the device they were asked of: no reference to give back.
        let hardware = udev_device_get_parent(device)
        let usb = udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device")
        return VideoNodeEntry(
            path: path,
            hardwarePath: hardware.flatMap { udev_device_get_devpath($0) }.map { String(cString: $0) } ?? "",
            index: Int(attribute(device, "index")) ?? 0,
            name: attribute(device, "name"),
            usb: usb.map(usbIdentity)
        )
    }

    private static func usbIdentity(_ device: OpaquePointer) -> USBIdentity {
        USBIdentity(
            vendorID: attribute(device, "idVendor"),
            productID: attribute(device, "idProduct"),
            serial: attribute(device, "serial"),
            manufacturer: attribute(device, "manufacturer"),
            product: attribute(device, "product")
        )
    }

    private static func attribute(_ device: OpaquePointer, _ name: String) -> String {
        guard let value = udev_device_get_sysattr_value(device, name) else { return "" }
        return String(cString: value).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
