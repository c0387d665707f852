import Foundation

/// A file system of a drive that can be taken out, as Linux has mounted it.
package struct MountedVolume: Hashable, Sendable {
    /// The block device, such as `/dev/sdb1`.
    package var device: String
    /// Where its files are.
    package var folder: URL

    /// - Parameters:
    ///   - device: the block device.
    ///   - folder: where its files are.
    package init(device: String, folder: URL) {
        self.device = device
        self.folder = folder
    }

    /// The volumes that are mounted now.
    ///
    /// - Parameters:
    ///   - mounts: the kernel's list of mounts.
    ///   - blockDevices: the folder in which the kernel describes block devices.
    package static func removable(
        mounts: URL = URL(fileURLWithPath: "/proc/self/mounts"),
        blockDevices: URL = URL(fileURLWithPath: "/sys/class/block")
    ) -> [MountedVolume] {
        let list = (try? String(contentsOf: mounts, encoding: .utf8)) ?? ""
        var seen: Set<String> = []
        return list.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 1, fields[0].hasPrefix("/dev/") else { return nil }
            let device = unescaped(fields[0])
            guard isRemovable(device, blockDevices), seen.insert(device).inserted else { return nil }
            return MountedVolume(device: device, folder: URL(fileURLWithPath: unescaped(fields[1]), isDirectory: true))
        }
    }

    /// Whether the drive has a plug, or takes cards. Of a partition its drive says so, in whose folder the kernel has it.
    private static func isRemovable(_ device: String, _ blockDevices: URL) -> Bool {
        let name = URL(fileURLWithPath: device).lastPathComponent
        let described = blockDevices.appendingPathComponent(name).resolvingSymlinksInPath()
        if described.path.contains("/usb") { return true }
        return [described, described.deletingLastPathComponent()].contains { folder in
            (try? String(contentsOf: folder.appendingPathComponent("removable"), encoding: .utf8))?.first == "1"
        }
    }

    /// The kernel writes blanks and the like as three octal digits.
    private static func unescaped(_ field: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = field.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let code = UInt8(String(rest.prefix(3)) ?? "", radix: 8) {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
