import Foundation

extension Thread {
    /// The kernel's limit for a thread's name, in bytes.
    private static let longestName = 15

    /// Names the calling thread, as `top -H`, debuggers and `/proc` show it; cut off after 15 bytes.
    ///
    /// OBSERVED: Foundation on Linux forgets a name that is given before the thread is started, and ignores one that is
    /// longer than the kernel's limit.
    package static func nameCurrent(_ name: String) {
        current.name = String(decoding: name.utf8.prefix(longestName), as: UTF8.self)
    }
}
