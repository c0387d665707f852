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
