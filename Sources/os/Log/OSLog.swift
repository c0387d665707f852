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
