import CVideo4Linux
import Glibc

/// Wakes a thread that waits in `poll`.
package final class WakeSignal: Sendable {
    /// For the poll set; readable once the signal was given, for ever.
    package let descriptor: Int32

    /// - Throws: the kernel's error when the process has too many open files.
    package init() throws(Errno) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw Errno.last }
    }

    deinit {
        close(descriptor)
    }

    /// Gives the signal. Any thread, any number of times.
    package func signal() {
        var one: UInt64 = 1
        // Fails only if the counter is full, and then the signal was given long ago.
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }
}
