import NIOCore

/// One event of a `text/event-stream`.
@_spi(PageServer)
public struct ServerSentEvent: Equatable, Sendable {
    /// The event's type; the page listens by this name.
    public var name: String
    /// The payload. Line breaks in it are kept, as the format allows.
    public var data: String
    /// What a client that reconnects sends as `Last-Event-ID`.
    public var id: UInt64?
    /// How long a client waits before it reconnects, in milliseconds.
    public var retry: Int?

    /// Makes an event.
    public init(name: String, data: String, id: UInt64? = nil, retry: Int? = nil) {
        self.name = name
        self.data = data
        self.id = id
        self.retry = retry
    }

    /// Appends the event in its wire form, closed by an empty line.
    func write(to buffer: inout ByteBuffer) {
        if let retry {
            buffer.writeString("retry: \(retry)\n")
        }
        if let id {
            buffer.writeString("id: \(id)\n")
        }
        buffer.writeString("event: \(Self.withoutLineBreaks(name))\n")
        // Swift takes CR LF for one character, so this splits at each of the three line ends that the format knows.
        for line in data.split(separator: /\r\n|\r|\n/, omittingEmptySubsequences: false) {
            buffer.writeString("data: \(line)\n")
        }
        buffer.writeString("\n")
    }

    private static func withoutLineBreaks(_ text: String) -> String {
        text.filter { !$0.isNewline }
    }
}
