import Foundation
import Glibc

extension Thread {
    /// The kernel's limit for a thread's name, in bytes.
    private static let longestName = 15

    /// Names the calling thread, as `top -H`, debuggers and `/proc` show it; cut off after 15 bytes.
    ///
    /// OBSERVED: Foundation on Linux forgets a name that is given before the thread is started, ignores one that is longer
    /// than the kernel's limit, and one that the thread gives itself before `start()` has returned.
    package static func nameCurrent(_ name: String) {
        // Swift's Glibc module leaves pthread_setname_np out. This file is what that writes to, too.
        guard let file = fopen("/proc/thread-self/comm", "w") else { return }
        fputs(String(decoding: name.utf8.prefix(longestName), as: UTF8.self), file)
        fclose(file)
    }
}
