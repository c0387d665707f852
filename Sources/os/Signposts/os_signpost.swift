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
