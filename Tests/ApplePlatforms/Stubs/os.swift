// What the engine uses of os.
public struct OSLogType: Sendable {
    public static let `default` = OSLogType()
    public static let info = OSLogType()
    public static let debug = OSLogType()
    public static let error = OSLogType()
    public static let fault = OSLogType()
}

public struct OSLogPrivacy: Sendable {
    public static var `public`: OSLogPrivacy { fatalError() }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) { fatalError() }
    public mutating func appendLiteral(_ literal: String) { fatalError() }
    public mutating func appendInterpolation(_ value: @autoclosure @escaping () -> String, privacy: OSLogPrivacy) {
        fatalError()
    }
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
    public init(stringInterpolation: OSLogInterpolation) { fatalError() }
    public init(stringLiteral value: String) { fatalError() }
}

public struct Logger: @unchecked Sendable {
    public init(subsystem: String, category: String) { fatalError() }
    public func log(level: OSLogType, _ message: OSLogMessage) { fatalError() }
}
