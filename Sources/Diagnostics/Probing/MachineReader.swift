import Foundation
import Glibc

/// Reads what the machine is from the kernel's files.
struct MachineReader: Sendable {
    /// Where the file system begins; another folder in tests.
    var root = ""

    /// The machine.
    func machine() -> Machine {
        Machine(
            user: NodeReader.userName,
            surroundings: surroundings,
            usbCameras: usbCameras,
            usbAudioDevices: usbAudioDevices,
            missingDrivers: missingDrivers,
            portHolders: ViewfinderPort.holders(root: root + "/proc"),
            hasUdev: exists("/run/udev/control")
        )
    }

    /// How the camera with this place in the kernel's tree is attached.
    func attachment(hardwarePath: String) -> Attachment {
        let parts = hardwarePath.split(separator: "/").map(String.init)
        guard let bus = parts.lastIndex(where: { $0.hasPrefix("usb") && Int($0.dropFirst(3)) != nil }) else {
            return Attachment()
        }
        // The interface, `1-2:1.0`, stands below the device, `1-2`, which knows the speed.
        let device = parts.lastIndex { $0.contains("-") && !$0.contains(":") } ?? bus
        let path = "/sys/" + parts[...max(bus, device)].joined(separator: "/")
        return Attachment(bus: parts[bus], speed: read(path + "/speed").flatMap(Double.init))
    }

    private var surroundings: Machine.Surroundings {
        let isContainer =
            exists("/.dockerenv") || exists("/run/.containerenv") || exists("/run/systemd/container")
            || ProcessInfo.processInfo.environment["container"] != nil
        if isContainer { return .container }
        let flags = read("/proc/cpuinfo")?.split(separator: "\n").first {
            $0.hasPrefix("flags") || $0.hasPrefix("Features")
        }
        guard flags?.split(separator: " ").contains("hypervisor") == true else { return .hardware }
        let maker = read("/sys/class/dmi/id/sys_vendor") ?? ""
        return .virtualMachine(maker.isEmpty ? "of unknown make" : maker)
    }

    /// Devices with an interface of the video class, whether or not a driver has taken it.
    private var usbCameras: [Machine.USBCamera] {
        let folder = "/sys/bus/usb/devices"
        let names = list(folder).sorted()
        var cameras: [Machine.USBCamera] = []
        for name in names where name.contains(":") && read("\(folder)/\(name)/bInterfaceClass") == "0e" {
            // Control interfaces (subclass 1) stand for the camera; its streams are further interfaces.
            guard read("\(folder)/\(name)/bInterfaceSubClass") == "01" else { continue }
            let place = String(name.prefix { $0 != ":" })
            let hasNode = list("\(folder)/\(name)/video4linux").contains { $0.hasPrefix("video") }
            cameras.append(
                Machine.USBCamera(name: usbName("\(folder)/\(place)"), place: place, hasNode: hasNode)
            )
        }
        return cameras
    }

    /// Devices with an interface of the audio class, whether or not a driver has taken it.
    private var usbAudioDevices: [Machine.USBAudioDevice] {
        let folder = "/sys/bus/usb/devices"
        // Control interfaces (subclass 1) stand for the device here, too.
        let interfaces = list(folder).sorted().filter { name in
            name.contains(":") && read("\(folder)/\(name)/bInterfaceClass") == "01"
                && read("\(folder)/\(name)/bInterfaceSubClass") == "01"
        }
        return interfaces.map { name in
            let place = String(name.prefix { $0 != ":" })
            return Machine.USBAudioDevice(
                name: usbName("\(folder)/\(place)"),
                place: place,
                hasCard: !list("\(folder)/\(name)/sound").isEmpty
            )
        }
    }

    /// A USB device's name, or its numbers.
    private func usbName(_ device: String) -> String {
        if let product = read(device + "/product"), !product.isEmpty { return product }
        return (read(device + "/idVendor") ?? "?") + ":" + (read(device + "/idProduct") ?? "?")
    }

    /// The drivers that neither are loaded nor stand in the lists of the kernel's modules.
    private var missingDrivers: Set<Machine.Driver> {
        guard let release = read("/proc/sys/kernel/osrelease"),
            // A container has another system's modules, or none.
            let modules = read("/lib/modules/\(release)/modules.dep")
        else { return [] }
        let inside = read("/lib/modules/\(release)/modules.builtin") ?? ""
        return Set(
            Machine.Driver.allCases.filter { driver in
                let loaded = "/sys/module/" + driver.rawValue.replacingOccurrences(of: "-", with: "_")
                return !exists(loaded) && !"\(inside)\n\(modules)".contains("/\(driver.rawValue).ko")
            }
        )
    }

    private func exists(_ path: String) -> Bool {
        access(root + path, F_OK) == 0
    }

    private func list(_ path: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: root + path)) ?? []
    }

    private func read(_ path: String) -> String? {
        guard let text = try? String(contentsOfFile: root + path, encoding: .utf8) else { return nil }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
