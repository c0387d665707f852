/// Derives lasting names from what a node tells about itself.
///
/// The path `/dev/videoN` depends on the order in which cameras were plugged in, and the serial number is no help alone:
/// cheap cameras of a kind all have the same. So the identity is made of the socket and of what is plugged into it.
enum DeviceIdentity {
    /// The identity: the same after unplug and replug into the same socket, restart and reboot.
    ///
    /// - Parameters:
    ///   - entry: the node.
    ///   - card: the name that the driver gives the camera.
    ///   - bus: the driver's name for the place where it is attached; used when the kernel's tree is not visible, and to
    ///     tell apart the cameras of one device that is not on USB.
    static func uniqueID(_ entry: VideoNodeEntry, card: String, bus: String) -> String {
        let place = entry.hardwarePath.isEmpty ? bus : place(of: entry.hardwarePath)
        var parts = [place]
        if let usb = entry.usb {
            parts += [usb.vendorID + "-" + usb.productID]
            if !usb.serial.isEmpty { parts.append(usb.serial) }
        } else {
            if !entry.hardwarePath.isEmpty, !bus.isEmpty { parts.append(bus) }
            parts.append(card)
        }
        if entry.index != 0 { parts.append("index\(entry.index)") }
        return parts.joined(separator: ":").map { $0.isWhitespace ? "_" : String($0) }.joined()
    }

    /// The model's identity, written as macOS writes it for USB cameras: numbers in decimal.
    static func modelID(_ entry: VideoNodeEntry, driver: String, card: String) -> String {
        guard let usb = entry.usb, let vendor = Int(usb.vendorID, radix: 16),
            let product = Int(usb.productID, radix: 16)
        else { return "\(driver) \(card)" }
        return "UVC Camera VendorID_\(vendor) ProductID_\(product)"
    }

    /// Core Audio's four characters for how the camera is attached, as Apple's `transportType`.
    static func transportType(_ entry: VideoNodeEntry, bus: String) -> Int32 {
        let code =
            entry.usb != nil || bus.hasPrefix("usb-") ? "usb " : bus.hasPrefix("PCI:") ? "pci " : "bltn"
        return code.utf8.reduce(0) { $0 << 8 | Int32($1) }
    }

    /// Shortens a place in the kernel's tree to what lasts: the numbers of USB busses depend on the order in which their
    /// controllers were found, so `.../0000:00:14.0/usb3/3-2/3-2.1/3-2.1:1.0` becomes `0000:00:14.0-usb-2.1:1.0`.
    static func place(of hardwarePath: String) -> String {
        let components = hardwarePath.split(separator: "/").map(String.init)
        guard let last = components.last else { return "" }
        guard let bus = components.lastIndex(where: isUSBBus), bus > 0 else { return last }
        let port = last.split(separator: "-", maxSplits: 1).last.map(String.init) ?? last
        return components[bus - 1] + "-usb-" + port
    }

    private static func isUSBBus(_ component: String) -> Bool {
        component.hasPrefix("usb") && Int(component.dropFirst(3)) != nil
    }
}
