/// One event of a `text/event-stream`, as a server writes it.
public struct ServerSentEvent: Sendable, Hashable {
    /// The media type of a stream of events.
    public static let mediaType = "text/event-stream"

    /// The event's type; nil for `message`, which clients assume.
    public var name: String?
    /// The payload. Its lines are kept; every kind of line end becomes LF.
    public var data: String
    /// What a client that reconnects sends as `Last-Event-ID`; nil to leave that unchanged.
    public var id: String?
    /// How long a client waits before it reconnects, in milliseconds; nil to leave that unchanged.
    public var retry: Int?

    /// Makes an event.
    public init(name: String? = nil, data: String, id: String? = nil, retry: Int? = nil) {
        self.name = name
        self.data = data
        self.id = id
        self.retry = retry
    }

    /// The event in its wire form, closed by an empty line.
    ///
    /// Line ends and NUL are taken out of name and id, where the format has no room for them.
    public var wireForm: String {
        var text = ""
        if let retry { text += "retry: \(max(0, retry))\n" }
        if let id { text += "id: \(Self.singleLine(id))\n" }
        if let name { text += "event: \(Self.singleLine(name))\n" }
        // Split at each of the three line ends that the format knows; to Swift CR LF is one character.
        for line in data.split(
            separator: /\r\n|\r|\n/.matchingSemantics(.unicodeScalar),
            omittingEmptySubsequences: false
        ) {
            text += "data: \(line)\n"
        }
        return text + "\n"
    }

    /// A comment in its wire form: clients read past it, and connections stay open for it. It belongs between two events.
    ///
    /// No empty line follows it: one would make clients of the standard's letter forget the last id of a former connection.
    public static func comment(_ text: String) -> String {
        ": \(singleLine(text))\n"
    }

    private static func singleLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\r" && $0 != "\n" && $0 != "\0" }))
    }
}
