public import Foundation

/// A log of a subsystem's category, for `os_log` and signposts. May be used from any thread.
public final class OSLog: NSObject, Sendable {
    let destination: LogDestination?

    /// A log of a part of a program.
    ///
    /// - Parameters:
    ///   - subsystem: usually the program's identifier, in reverse DNS notation.
    ///   - category: the part of it.
    public init(subsystem: String, category: String) {
        destination = LogDestination(subsystem: subsystem, category: category)
    }

    /// A log of a subsystem's category that has a meaning of its own.
    public convenience init(subsystem: String, category: Category) {
        self.init(subsystem: subsystem, category: category.rawValue)
    }

    init(_ destination: LogDestination?) {
        self.destination = destination
    }

    /// The log of those who have none of their own. Its subsystem is the program's name.
    public static let `default` = OSLog(subsystem: ProcessInfo.processInfo.processName, category: "default")

    /// A log that writes nothing.
    public static let disabled = OSLog(nil)

    /// Whether messages of a level are written.
    public func isEnabled(type: OSLogType) -> Bool {
        destination?.isEnabled(type.level) ?? false
    }

    /// Whether signposts are written: those who have a log of the level `trace` read them there.
    public var signpostsEnabled: Bool {
        destination?.isEnabled(.trace) ?? false
    }

    /// Categories with a meaning of their own.
    public struct Category: Sendable {
        let rawValue: String

        /// Signposts that are worth being shown by default.
        public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
        /// Signposts that are only written while somebody records them.
        public static let dynamicTracing = Category(rawValue: "DynamicTracing")
        /// Signposts with the stack of calls.
        public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
    }
}

/// How important a message is.
public struct OSLogType: RawRepresentable, Equatable, Hashable, Sendable {
    /// The number that Apple gives the level.
    public let rawValue: UInt8

    /// The level with a number.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The level with a number.
    public init(_ rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Worth keeping for troubleshooting. swift-log's `notice`.
    public static let `default` = OSLogType(rawValue: 0x00)
    /// Helpful, not essential. swift-log's `info`.
    public static let info = OSLogType(rawValue: 0x01)
    /// For development. swift-log's `debug`.
    public static let debug = OSLogType(rawValue: 0x02)
    /// Something failed. swift-log's `error`.
    public static let error = OSLogType(rawValue: 0x10)
    /// A fault of the program or the system. swift-log's `critical`.
    public static let fault = OSLogType(rawValue: 0x11)
}

/// Writes a message of the default level to the default log.
public func os_log(_ message: OSLogMessage) {
    os_log(.default, message)
}

/// Writes a message.
///
/// - Parameters:
///   - type: its level.
///   - log: where it goes.
///   - message: the message, with interpolated values.
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    log.destination?.write(type.level, message)
}

/// Writes a message that is composed as `printf` does. Strings and objects are private unless the placeholder says `%{public}@`.
///
/// - Parameters:
///   - message: text with placeholders: `%@`, `%s`, `%d`, `%i`, `%u`, `%x`, `%X`, `%o`, `%c`, `%f`, `%e`, `%g`, `%a`, `%p`.
///   - log: where it goes.
///   - type: its level.
///   - arguments: the placeholders' values.
@_disfavoredOverload
public func os_log(
    _ message: StaticString,
    log: OSLog = .default,
    type: OSLogType = .default,
    _ arguments: any CVarArg...
) {
    log.destination?.write(type.level, PrintfMessage(message.description).message(arguments))
}

/// Writes a message that is composed as `printf` does, with the level first.
@_disfavoredOverload
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: StaticString, _ arguments: any CVarArg...) {
    log.destination?.write(type.level, PrintfMessage(message.description).message(arguments))
}

/// A message with placeholders as `printf` has them, and with privacy in braces: `%{public}@`, `%{private, mask.hash}s`.
struct PrintfMessage {
    private enum Segment {
        case literal(String)
        case placeholder(Placeholder)
    }

    /// One value's place.
    private struct Placeholder {
        var options: [String]
        /// Flags, width, precision and length, as `printf` takes them.
        var modifiers: String
        var conversion: Character

        /// What `String(format:)` makes of a value.
        func text(of argument: any CVarArg) -> String {
            switch (conversion, argument) {
            case ("s", let text as UnsafePointer<CChar>): String(cString: text)
            case ("@", _), ("s", _): String(describing: argument)
            default: String(format: "%\(modifiers)\(conversion)", argument)
            }
        }

        var privacy: OSLogPrivacy {
            let mask: OSLogPrivacy.Mask = options.contains("mask.hash") ? .hash : .none
            if options.contains("public") { return .public }
            if options.contains("sensitive") { return .sensitive(mask: mask) }
            return options.contains("private") ? .private(mask: mask) : .auto(mask: mask)
        }
    }

    private var segments: [Segment] = []

    /// Takes a format apart. What is no placeholder that is known stays as it is.
    init(_ format: String) {
        // Options in braces; flags, width, precision, length; the conversion.
        let pattern = /%(?:\{([^}]*)\})?([-+ #0]*[0-9]*(?:\.[0-9]+)?(?:hh|h|ll|l|q|z|t|j)?)([@sdiuxXocfFeEgGaAp%m])/
        var rest = Substring(format)
        while let match = rest.firstMatch(of: pattern), let conversion = match.output.3.first {
            segments.append(.literal(String(rest[..<match.range.lowerBound])))
            switch conversion {
            case "%": segments.append(.literal("%"))
            default:
                let options = (match.output.1 ?? "").split(separator: ",").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                segments.append(
                    .placeholder(
                        Placeholder(options: options, modifiers: String(match.output.2), conversion: conversion)
                    )
                )
            }
            rest = rest[match.range.upperBound...]
        }
        segments.append(.literal(String(rest)))
    }

    /// The message with its values. A placeholder without a value says so.
    func message(_ arguments: [any CVarArg]) -> OSLogMessage {
        var interpolation = OSLogInterpolation(literalCapacity: 0, interpolationCount: segments.count)
        var values = arguments[...]
        for segment in segments {
            switch segment {
            case .literal(let text):
                interpolation.appendLiteral(text)
            case .placeholder(let placeholder) where placeholder.conversion == "m":
                let error = String(cString: strerror(errno))
                interpolation.appendLiteral(error)
            case .placeholder(let placeholder):
                guard let value = values.popFirst() else {
                    interpolation.appendLiteral("<decode: missing data>")
                    continue
                }
                let automatic: LoggedValue.Automatic = "@s".contains(placeholder.conversion) ? .redacted : .shown
                let text = placeholder.text(of: value)
                interpolation.append(LoggedValue({ text }, .none, placeholder.privacy, automatically: automatic))
            }
        }
        return OSLogMessage(stringInterpolation: interpolation)
    }
}
