import Foundation
import Glibc
import Synchronization

/// What goes over a link: JSON on one line, and the bytes of a file behind it if there are any.
struct LinkMessage: Codable, Equatable, Sendable {
    /// The request that this is, or that it answers; nil for a state.
    var id: Int?
    /// What is asked for.
    var request: ScannerRequest?
    /// What came of a request.
    var answer: ScannerAnswer?
    /// Why nothing came of it.
    var error: ScannerError?
    /// What the scanner has become.
    var state: ScannerState?
    /// How many bytes follow the line.
    var byteCount = 0

    /// What both sides of a link speak. Changes with every message that the other side would not understand.
    static let version = 1

    /// The message with its payload, as it goes over the link.
    func encoded(payload: Data = Data()) throws -> Data {
        var message = self
        message.byteCount = payload.count
        var data = try JSONEncoder().encode(message)
        data.append(LinkParser.lineFeed)
        data.append(payload)
        return data
    }
}

/// Cuts what arrives into messages. Pure.
struct LinkParser: Sendable {
    /// A message that came in whole.
    struct Parsed: Equatable, Sendable {
        var message: LinkMessage
        var payload: Data
    }

    /// What the other side may not send.
    struct Violation: Error, Equatable, Sendable, CustomStringConvertible {
        let description: String
    }

    /// A line that is longer is none. The longest are lists of all books.
    static let longestLine = 64 << 20
    /// A file that is larger is no photo and no list.
    static let largestPayload = 256 << 20
    static let lineFeed = UInt8(ascii: "\n")

    private var buffer = Data()
    /// How many bytes of the buffer are known to have no line feed.
    private var searched = 0
    /// The message whose payload is still to come.
    private var header: LinkMessage?

    /// Takes bytes in.
    ///
    /// - Returns: the messages that are whole by now.
    /// - Throws: a ``Violation``, after which the link is of no use.
    mutating func append(_ bytes: Data) throws -> [Parsed] {
        buffer.append(bytes)
        var messages: [Parsed] = []
        while let parsed = try next() { messages.append(parsed) }
        return messages
    }

    private mutating func next() throws -> Parsed? {
        guard let header = try header ?? readLine() else { return nil }
        guard buffer.count >= header.byteCount else {
            self.header = header
            return nil
        }
        self.header = nil
        return Parsed(message: header, payload: take(header.byteCount))
    }

    private mutating func readLine() throws -> LinkMessage? {
        guard let end = buffer.dropFirst(searched).firstIndex(of: Self.lineFeed) else {
            searched = buffer.count
            guard searched <= Self.longestLine else { throw Violation(description: "a line does not end") }
            return nil
        }
        let line = take(end - buffer.startIndex)
        _ = take(1)
        searched = 0
        let message: LinkMessage
        do {
            message = try JSONDecoder().decode(LinkMessage.self, from: line)
        } catch {
            throw Violation(description: "a line is no message: \(error)")
        }
        guard (0...Self.largestPayload).contains(message.byteCount) else {
            throw Violation(description: "a payload of \(message.byteCount) bytes")
        }
        return message
    }

    private mutating func take(_ count: Int) -> Data {
        let taken = Data(buffer.prefix(count))
        // Not a slice, which would keep what was before it.
        buffer = Data(buffer.dropFirst(count))
        return taken
    }
}

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
