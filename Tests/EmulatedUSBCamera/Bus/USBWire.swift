import Glibc
import Synchronization

/// The cable: the emulator's end of a socket whose other end the kernel has.
final class USBWire: Sendable {
    /// What a wait ended with.
    enum Readiness {
        /// The host sends something, or has hung up.
        case readable
        /// Nothing came in time.
        case quiet
    }

    /// The descriptor; `nil` once closed.
    private let descriptor: Mutex<Int32?>
    /// The same, for the thread that reads and writes, which is also the only one that closes.
    private let number: Int32

    /// Makes a cable.
    ///
    /// - Parameter attach: is given the kernel's end, which is closed afterwards.
    init(attach: (Int32) throws -> Void) throws {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw EmulatedUSBCameraError.refused(operation: "make", path: "a socket pair", code: errno)
        }
        var size: Int32 = 1 << 20
        setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        defer { Glibc.close(ends[1]) }
        do {
            try attach(ends[1])
        } catch {
            Glibc.close(ends[0])
            throw error
        }
        number = ends[0]
        descriptor = Mutex(ends[0])
    }

    /// Pulls the plug: both ends see the end of everything. Any thread; harmless when repeated.
    func cut() {
        descriptor.withLock { descriptor in
            if let descriptor { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// Gives the socket back. By the thread that reads and writes, when it is done.
    func close() {
        descriptor.withLock { descriptor in
            if let open = descriptor { _ = Glibc.close(open) }
            descriptor = nil
        }
    }

    /// Waits until the host sends something.
    func wait(milliseconds: Int32) -> Readiness {
        var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0 ? .readable : .quiet
    }

    /// Reads exactly so many bytes; `nil` when the cable is cut.
    func read(_ count: Int) -> [UInt8]? {
        guard count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let result = bytes.withUnsafeMutableBytes { recv(number, $0.baseAddress! + done, count - done, 0) }
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { return nil }
            done += result
        }
        return bytes
    }

    /// Sends a head and the bytes that belong to it, without copying them together; `false` when the cable is cut.
    func send(_ head: [UInt8], _ body: ArraySlice<UInt8> = []) -> Bool {
        head.withUnsafeBytes { head in
            body.withUnsafeBytes { body in
                var sent = 0
                while sent < head.count + body.count {
                    let result = send(head.dropping(sent), body.dropping(sent - head.count))
                    if result < 0, errno == EINTR { continue }
                    guard result > 0 else { return false }
                    sent += result
                }
                return true
            }
        }
    }

    private func send(_ head: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer) -> Int {
        withUnsafeTemporaryAllocation(of: iovec.self, capacity: 2) { parts in
            parts[0] = iovec(iov_base: UnsafeMutableRawPointer(mutating: head.baseAddress), iov_len: head.count)
            parts[1] = iovec(iov_base: UnsafeMutableRawPointer(mutating: body.baseAddress), iov_len: body.count)
            var message = msghdr()
            message.msg_iov = parts.baseAddress
            message.msg_iovlen = 2
            return sendmsg(number, &message, Int32(MSG_NOSIGNAL))
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Without the first bytes; a negative number drops none.
    fileprivate func dropping(_ count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: self[Swift.min(Swift.max(count, 0), self.count)...])
    }
}
