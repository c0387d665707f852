/// Marks intervals and moments for the measurement of performance. They are written to the log with the level `trace`, an end
/// with its duration. May be used from any thread.
public struct OSSignposter: Sendable {
    private let destination: LogDestination?

    /// Signposts of a part of a program.
    public init(subsystem: String, category: String) {
        destination = LogDestination(subsystem: subsystem, category: category)
    }

    /// Signposts of a subsystem's category that has a meaning of its own.
    public init(subsystem: String, category: OSLog.Category) {
        self.init(subsystem: subsystem, category: category.rawValue)
    }

    /// Signposts in a log.
    public init(logHandle: OSLog) {
        destination = logHandle.destination
    }

    /// Signposts in the log of a logger.
    public init(logger: Logger) {
        destination = logger.destination
    }

    /// Signposts in the default log.
    public init() {
        self.init(logHandle: .default)
    }

    init(_ destination: LogDestination) {
        self.destination = destination
    }

    /// Signposts that are not written.
    public static var disabled: OSSignposter { OSSignposter(logHandle: .disabled) }

    /// Whether signposts are written.
    public var isEnabled: Bool { destination?.isEnabled(.trace) ?? false }

    /// A new identifier of the process.
    public func makeSignpostID() -> OSSignpostID { .generate() }

    /// The identifier of an object, the same as long as it lives.
    public func makeSignpostID(from object: AnyObject) -> OSSignpostID { OSSignpostID(log: .default, object: object) }

    /// Begins an interval.
    ///
    /// - Returns: what ``endInterval(_:_:)`` wants.
    public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
        destination?.write(.trace, "begin \(name.description, privacy: .public)")
        return OSSignpostIntervalState(id: id)
    }

    /// Begins an interval with a message.
    public func beginInterval(
        _ name: StaticString,
        id: OSSignpostID = .exclusive,
        _ message: OSLogMessage
    ) -> OSSignpostIntervalState {
        write("begin \(name.description, privacy: .public): ", message)
        return OSSignpostIntervalState(id: id)
    }

    /// Ends an interval. Ending one a second time is ignored.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {
        guard let duration = state.end() else { return }
        destination?.write(.trace, "end \(name.description, privacy: .public) after \(duration, privacy: .public)")
    }

    /// Ends an interval with a message. Ending one a second time is ignored.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage) {
        guard let duration = state.end() else { return }
        write("end \(name.description, privacy: .public) after \(duration, privacy: .public): ", message)
    }

    /// Marks a moment.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {
        destination?.write(.trace, "event \(name.description, privacy: .public)")
    }

    /// Marks a moment with a message.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage) {
        write("event \(name.description, privacy: .public): ", message)
    }

    /// Does something within an interval.
    public func withIntervalSignpost<T>(
        _ name: StaticString,
        id: OSSignpostID = .exclusive,
        around task: () throws -> T
    ) rethrows -> T {
        let state = beginInterval(name, id: id)
        defer { endInterval(name, state) }
        return try task()
    }

    private func write(_ prefix: OSLogMessage, _ message: OSLogMessage) {
        destination?.write(.trace, OSLogMessage(stringInterpolation: prefix.interpolation + message.interpolation))
    }
}
