internal import Synchronization

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

/// Tells intervals of the same name apart.
public struct OSSignpostID: Equatable, Hashable, Comparable, Sendable {
    /// The number.
    public let rawValue: UInt64

    /// The identifier with a number.
    public init(_ value: UInt64) {
        rawValue = value
    }

    /// A new identifier of the process.
    public init(log: OSLog) {
        self = .generate()
    }

    /// The identifier of an object, the same as long as it lives.
    public init(log: OSLog, object: AnyObject) {
        rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
    }

    /// Only one interval of the name at a time.
    public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
    /// No identifier.
    public static let invalid = OSSignpostID(UInt64.max)
    /// No identifier.
    public static let null = OSSignpostID(0)

    /// Whether it has the lower number.
    public static func < (lhs: OSSignpostID, rhs: OSSignpostID) -> Bool {
        lhs.rawValue < rhs.rawValue
    }

    private static let last = Atomic<UInt64>(0)

    static func generate() -> OSSignpostID {
        OSSignpostID(last.add(1, ordering: .relaxed).newValue)
    }
}

/// An interval that has begun.
public final class OSSignpostIntervalState: Sendable {
    let signpostID: OSSignpostID
    private let beginning = ContinuousClock.now
    private let hasEnded = Atomic<Bool>(false)

    init(id: OSSignpostID) {
        signpostID = id
    }

    /// Ends the interval.
    ///
    /// - Returns: how long it was; `nil` if it had ended before.
    func end() -> Duration? {
        let (isFirst, _) = hasEnded.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing)
        return isFirst ? beginning.duration(to: .now) : nil
    }
}

/// What a signpost marks.
public struct OSSignpostType: RawRepresentable, Equatable, Hashable, Sendable {
    /// The number that Apple gives the type.
    public let rawValue: UInt8

    /// The type with a number.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A moment.
    public static let event = OSSignpostType(rawValue: 0)
    /// The beginning of an interval.
    public static let begin = OSSignpostType(rawValue: 1)
    /// The end of an interval.
    public static let end = OSSignpostType(rawValue: 2)

    var name: String {
        switch self {
        case .begin: "begin"
        case .end: "end"
        default: "event"
        }
    }
}

/// Marks a moment, or one end of an interval, in a log, with the level `trace`.
public func os_signpost(
    _ type: OSSignpostType,
    log: OSLog,
    name: StaticString,
    signpostID: OSSignpostID = .exclusive
) {
    log.destination?.write(.trace, "\(type.name, privacy: .public) \(name.description, privacy: .public)")
}

/// Marks a moment, or one end of an interval, with a message that is composed as `printf` does.
public func os_signpost(
    _ type: OSSignpostType,
    log: OSLog,
    name: StaticString,
    signpostID: OSSignpostID = .exclusive,
    _ format: StaticString,
    _ arguments: any CVarArg...
) {
    let heading: OSLogMessage = "\(type.name, privacy: .public) \(name.description, privacy: .public): "
    let message = PrintfMessage(format.description).message(arguments)
    log.destination?.write(
        .trace,
        OSLogMessage(stringInterpolation: heading.interpolation + message.interpolation)
    )
}
