import ALSADriver
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

/// Sound cards' inputs as the kernel's files tell them, which may be read even where the inputs may not be used.
struct AudioNodes: Sendable {
    /// Where the file system begins; another folder in tests.
    var root = ""

    /// All inputs that have a node: its path, and the description as ALSA would give it.
    func inputs() -> [(path: String, microphone: MicrophoneDescription)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root + "/dev/snd")) ?? []
        return names.compactMap(Self.numbers).sorted { $0.card == $1.card ? $0.device < $1.device : $0.card < $1.card }
            .map { numbers in
                let card = read("/proc/asound/card\(numbers.card)/id") ?? "\(numbers.card)"
                let info = read("/proc/asound/card\(numbers.card)/pcm\(numbers.device)c/info") ?? ""
                let name = info.split(separator: "\n").first { $0.hasPrefix("name: ") }?.dropFirst(6)
                let microphone = MicrophoneDescription(
                    id: "hw:CARD=\(card),DEV=\(numbers.device)",
                    name: name.map { "\(card): \($0)" } ?? card,
                    card: numbers.card,
                    device: numbers.device
                )
                return (Self.path(card: numbers.card, device: numbers.device), microphone)
            }
    }

    /// The node of a card's input.
    static func path(card: Int, device: Int) -> String {
        "/dev/snd/pcmC\(card)D\(device)c"
    }

    /// Card and device of an input's node, such as `pcmC0D1c`.
    private static func numbers(_ name: String) -> (card: Int, device: Int)? {
        guard name.hasPrefix("pcmC"), name.hasSuffix("c") else { return nil }
        let parts = name.dropFirst(4).dropLast().split(separator: "D")
        guard parts.count == 2, let card = Int(parts[0]), let device = Int(parts[1]) else { return nil }
        return (card, device)
    }

    private func read(_ path: String) -> String? {
        (try? String(contentsOfFile: root + path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// Reads who may use a node, and who has it open.
enum NodeReader {
    /// The node's owner, group and rights; `nil` when there is no such node.
    static func permission(_ path: String) -> NodePermission? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let group = getgrgid(status.st_gid)
        let user = userName
        return NodePermission(
            isAllowed: faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0,
            owner: getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) } ?? "\(status.st_uid)",
            group: group.map { String(cString: $0.pointee.gr_name) } ?? "\(status.st_gid)",
            mode: status.st_mode & 0o777,
            isMember: isMember(user: user, group: status.st_gid),
            hasGroup: processGroups.contains(status.st_gid)
        )
    }

    /// The user's name, or number.
    static var userName: String {
        getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
    }

    /// The groups of this process.
    static var processGroups: Set<gid_t> {
        let count = getgroups(0, nil)
        var groups = [gid_t](repeating: 0, count: Int(max(count, 0)))
        let filled = getgroups(count, &groups)
        return Set(groups.prefix(Int(max(filled, 0)))).union([getegid()])
    }

    /// Whether the user database counts a user among a group's members.
    private static func isMember(user: String, group: gid_t) -> Bool {
        if let entry = getpwuid(geteuid()), entry.pointee.pw_gid == group { return true }
        guard let members = getgrgid(group)?.pointee.gr_mem else { return false }
        var next = members
        while let member = next.pointee {
            if String(cString: member) == user { return true }
            next += 1
        }
        return false
    }
}

/// Looks for the processes that have a device open.
enum HolderSearch {
    /// Everybody who has a node open but this process.
    ///
    /// - Parameter root: where the kernel shows processes; another folder in tests.
    static func holders(of path: String, root: String = "/proc") -> Holders {
        var holders = Holders()
        for name in (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [] {
            guard let process = Int32(name), process != getpid() else { continue }
            let folder = "\(root)/\(name)/fd"
            guard let descriptors = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
                // Gone meanwhile, or another user's.
                if access("\(root)/\(name)", F_OK) == 0 { holders.isIncomplete = true }
                continue
            }
            let isHolder = descriptors.contains { descriptor in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)")) == path
            }
            guard isHolder else { continue }
            let command = try? String(contentsOfFile: "\(root)/\(name)/comm", encoding: .utf8)
            holders.known.append(
                Holder(process: process, name: command?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "a program")
            )
        }
        holders.known.sort { $0.process < $1.process }
        return holders
    }
}

/// The port that `pinhole serve` takes by default.
enum ViewfinderPort {
    static let number: UInt16 = 8080

    /// The kernel's number of a state in which a socket listens.
    private static let listening = "0A"
    /// This machine's own address and all addresses, of both kinds, as the kernel writes them on little-endian machines.
    private static let addresses: Set = [
        "00000000", "0100007F", String(repeating: "0", count: 32), "00000000000000000000000001000000",
    ]

    /// Who listens on it at an address that the viewfinder needs; `nil` when nobody does.
    ///
    /// - Parameter root: where the kernel shows processes; another folder in tests.
    static func holders(root: String) -> Holders? {
        let sockets = ["tcp", "tcp6"].flatMap { table in
            inodes(table: (try? String(contentsOfFile: "\(root)/net/\(table)", encoding: .utf8)) ?? "")
        }
        guard !sockets.isEmpty else { return nil }
        return sockets.map { HolderSearch.holders(of: "socket:[\($0)]", root: root) }.reduce(into: Holders()) {
            $0.known += $1.known.filter { [known = $0.known] in !known.contains($0) }
            $0.isIncomplete = $0.isIncomplete || $1.isIncomplete
        }
    }

    /// The sockets that listen on the port, of a table such as `/proc/net/tcp`.
    static func inodes(table: String) -> [String] {
        let port = String(number, radix: 16, uppercase: true)
        return table.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 9, fields[3] == listening else { return nil }
            let local = fields[1].split(separator: ":")
            guard local.count == 2, local[1] == port, addresses.contains(String(local[0])) else { return nil }
            return String(fields[9])
        }
    }
}
