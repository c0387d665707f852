import Foundation
import Glibc
import Synchronization

/// One end of a link: a stream socket. Reading is for one thread, writing for any.
final class LinkSocket: Sendable {
    private let descriptor: Int32
    /// Writers take turns, and nobody writes to a number that was given to somebody else.
    private let isOpen = Mutex(true)

    /// - Parameter descriptor: is closed with the last reference.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { Glibc.close(descriptor) }

    /// Reads messages until the other side, or this one, ends the link.
    ///
    /// - Returns: what the other side did wrong; nil when it ended.
    func readMessages(_ receive: (LinkParser.Parsed) -> Void) -> LinkParser.Violation? {
        var parser = LinkParser()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            do {
                for parsed in try parser.append(Data(buffer.prefix(count))) { receive(parsed) }
            } catch {
                return error as? LinkParser.Violation ?? LinkParser.Violation(description: "\(error)")
            }
        }
    }

    /// Writes all of the data. Waits while the other side does not read.
    ///
    /// - Returns: whether it was written; else there is no other side any more.
    @discardableResult
    func write(_ data: Data) -> Bool {
        isOpen.withLock { isOpen in
            guard isOpen else { return false }
            isOpen = data.withUnsafeBytes { bytes in
                var written = 0
                while written < bytes.count, let start = bytes.baseAddress {
                    // No signal when nobody reads any more.
                    let rest = bytes.count - written
                    let count = send(descriptor, start + written, rest, Int32(MSG_NOSIGNAL))
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { return false }
                    written += count
                }
                return true
            }
            return isOpen
        }
    }

    /// Says that nothing more is written.
    func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends the link. Whoever reads or writes at this moment comes back.
    func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
