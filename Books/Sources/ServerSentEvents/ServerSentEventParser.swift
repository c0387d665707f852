/// Reads a `text/event-stream` as the HTML standard prescribes it (9.2.6, "Interpreting an event stream"), from bytes in
/// chunks of any size: where a chunk ends changes nothing.
///
/// One parser reads one connection. What outlives it, ``lastEventID`` and ``reconnectionTime``, is given to the next one.
///
/// DEVIATION: by the standard's letter a new connection begins without an id, and its first event without one, or a mere empty
/// line, erases the former connection's. Browsers keep it, and so does this parser: no event is sent twice for it.
///
/// The bounds are not the standard's: a server that sends a line or an event without end takes no more memory than they say.
public struct ServerSentEventParser: Sendable {
    /// An event as a client receives it.
    public struct Message: Sendable, Hashable {
        /// The event's type, `message` unless the server gave one.
        public var type: String
        /// The payload.
        public var data: String
        /// The id of this event or of the last one before it that had one; empty if there was none.
        public var lastEventID: String

        /// Makes a message.
        public init(type: String = "message", data: String, lastEventID: String = "") {
            self.type = type
            self.data = data
            self.lastEventID = lastEventID
        }
    }

    /// Why a stream is not read any further. The parser throws the same for all that follows.
    public enum Failure: Error, Sendable, Hashable {
        /// A line is longer than ``Limits/line``.
        case lineTooLong
        /// An event's data is longer than ``Limits/event``.
        case eventTooLong
    }

    /// What a stream may cost, in bytes.
    public struct Limits: Sendable, Hashable {
        /// The longest line, without its end.
        public var line: Int
        /// The most data of one event.
        public var event: Int

        /// Makes limits.
        public init(line: Int = 4 << 20, event: Int = 8 << 20) {
            self.line = line
            self.event = event
        }
    }

    /// What a client that reconnects sends as `Last-Event-ID`; empty if it sends none.
    public private(set) var lastEventID: String
    /// How long a client waits before it reconnects, in milliseconds; nil until the server has said it.
    public private(set) var reconnectionTime: Int?

    private let limits: Limits
    private var failure: Failure?
    /// The bytes of the line that has not ended yet.
    private var line: [UInt8] = []
    private var isFirstLine = true
    /// Whether the last byte was CR: an LF right after it belongs to the same line end.
    private var followsCarriageReturn = false
    private var data: [UInt8] = []
    private var eventType = ""
    /// The id that ``lastEventID`` becomes with the next empty line.
    private var pendingID: String

    /// Makes a parser for a new connection.
    ///
    /// - Parameters:
    ///   - lastEventID: the former connection's.
    ///   - reconnectionTime: the former connection's.
    ///   - limits: what the stream may cost.
    public init(lastEventID: String = "", reconnectionTime: Int? = nil, limits: Limits = Limits()) {
        self.lastEventID = lastEventID
        self.reconnectionTime = reconnectionTime
        self.limits = limits
        pendingID = lastEventID
    }

    /// Reads the stream's next bytes and gives each event that they complete.
    ///
    /// An event without its empty line at the end of the stream is never given, as the standard wants it.
    /// - Parameter emit: called for each event, in order, also for those before a failure.
    public mutating func read(_ bytes: some Sequence<UInt8>, emit: (Message) -> Void) throws(Failure) {
        if let failure { throw failure }
        do {
            for byte in bytes { try read(byte, emit: emit) }
        } catch {
            failure = error
            line = []
            data = []
            throw error
        }
    }

    /// Reads the stream's next bytes and gives the events that they complete.
    public mutating func read(_ bytes: some Sequence<UInt8>) throws(Failure) -> [Message] {
        var messages: [Message] = []
        try read(bytes) { messages.append($0) }
        return messages
    }

    private mutating func read(_ byte: UInt8, emit: (Message) -> Void) throws(Failure) {
        let endsFormerLine = followsCarriageReturn && byte == .lineFeed
        followsCarriageReturn = byte == .carriageReturn
        if endsFormerLine { return }
        guard byte == .lineFeed || byte == .carriageReturn else {
            // The byte order mark is not part of the line.
            guard line.count < limits.line + (isFirstLine ? Self.byteOrderMark.count : 0) else { throw .lineTooLong }
            line.append(byte)
            return
        }
        try endLine(emit: emit)
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private mutating func endLine(emit: (Message) -> Void) throws(Failure) {
        if isFirstLine {
            isFirstLine = false
            if line.starts(with: Self.byteOrderMark) { line.removeFirst(Self.byteOrderMark.count) }
            guard line.count <= limits.line else { throw .lineTooLong }
        }
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else { return dispatch(emit: emit) }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            return try process(field: line[...], value: [])
        }
        var value = line[(colon + 1)...]
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        try process(field: line[..<colon], value: value)
    }

    /// A comment is a line whose field has no name, and no field of the standard.
    private mutating func process(field: ArraySlice<UInt8>, value: ArraySlice<UInt8>) throws(Failure) {
        switch String(decoding: field, as: UTF8.self) {
        case "event":
            eventType = String(decoding: value, as: UTF8.self)
        case "data":
            guard data.count + value.count <= limits.event else { throw .eventTooLong }
            data.append(contentsOf: value)
            data.append(.lineFeed)
        case "id":
            if !value.contains(0) { pendingID = String(decoding: value, as: UTF8.self) }
        case "retry":
            // Digits that are no number any more are left out, too: nobody waits that long.
            let isNumber = !value.isEmpty && value.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            if isNumber, let time = Int(String(decoding: value, as: UTF8.self)) { reconnectionTime = time }
        default:
            break
        }
    }

    private mutating func dispatch(emit: (Message) -> Void) {
        lastEventID = pendingID
        defer {
            data.removeAll(keepingCapacity: true)
            eventType = ""
        }
        guard !data.isEmpty else { return }
        emit(
            Message(
                type: eventType.isEmpty ? "message" : eventType,
                data: String(decoding: data.dropLast(), as: UTF8.self),
                lastEventID: lastEventID
            )
        )
    }
}

extension UInt8 {
    fileprivate static let lineFeed = UInt8(ascii: "\n")
    fileprivate static let carriageReturn = UInt8(ascii: "\r")
}
