import Foundation
import Glibc

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
