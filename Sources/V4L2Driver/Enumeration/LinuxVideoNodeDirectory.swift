import CUdev
import Foundation
import Glibc

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
