import Foundation

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
