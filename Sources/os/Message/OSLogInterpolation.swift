public import Foundation

/// The text and the values of a message. Values are kept as closures, and asked for only if the message is written.
public struct OSLogInterpolation: StringInterpolationProtocol {
    private enum Segment {
        case literal(String)
        case value(LoggedValue)
    }

    private var segments: [Segment] = []

    /// Nothing yet. The compiler calls this.
    public init(literalCapacity: Int, interpolationCount: Int) {
        segments.reserveCapacity(2 * interpolationCount + 1)
    }

    /// Adds text, which is always shown.
    public mutating func appendLiteral(_ literal: String) {
        if !literal.isEmpty {
            segments.append(.literal(literal))
        }
    }

    mutating func append(_ value: LoggedValue) {
        segments.append(.value(value))
    }

    static func + (lhs: OSLogInterpolation, rhs: OSLogInterpolation) -> OSLogInterpolation {
        var both = lhs
        both.segments += rhs.segments
        return both
    }

    /// The whole message.
    func text(showsPrivateData: Bool) -> String {
        segments.reduce(into: "") { text, segment in
            switch segment {
            case .literal(let literal): text += literal
            case .value(let value): text += value.text(showsPrivateData: showsPrivateData)
            }
        }
    }
}

// MARK: - Strings and objects: private unless said otherwise

extension OSLogInterpolation {
    /// Adds a string.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(LoggedValue(argumentString, align, privacy, automatically: .redacted))
    }

    /// Adds what a value says about itself.
    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: @autoclosure @escaping () -> T,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(LoggedValue({ value().description }, align, privacy, automatically: .redacted))
    }

    /// Adds the name of a type.
    public mutating func appendInterpolation(
        _ value: @autoclosure @escaping () -> any Any.Type,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(LoggedValue({ _typeName(value(), qualified: false) }, align, privacy, automatically: .redacted))
    }

    /// Adds what an object says about itself.
    public mutating func appendInterpolation(
        _ argumentObject: @autoclosure @escaping () -> NSObject,
        privacy: OSLogPrivacy = .auto
    ) {
        append(LoggedValue({ argumentObject().description }, .none, privacy, automatically: .redacted))
    }

    /// Adds an error.
    @_disfavoredOverload
    public mutating func appendInterpolation(
        _ error: @autoclosure @escaping () -> any Error,
        privacy: OSLogPrivacy = .auto
    ) {
        append(LoggedValue({ String(describing: error()) }, .none, privacy, automatically: .redacted))
    }
}

// MARK: - Numbers and truth values: shown unless said otherwise (integers in a file of their own)

extension OSLogInterpolation {
    /// Adds a number.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Double,
        format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(LoggedValue({ format.text(of: number()) }, align, privacy, automatically: .shown))
    }

    /// Adds a number.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Float,
        format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(LoggedValue({ format.text(of: Double(number())) }, align, privacy, automatically: .shown))
    }

    /// Adds a truth value.
    public mutating func appendInterpolation(
        _ boolean: @autoclosure @escaping () -> Bool,
        format: OSLogBoolFormat = .truth,
        privacy: OSLogPrivacy = .auto
    ) {
        append(LoggedValue({ format.text(of: boolean()) }, .none, privacy, automatically: .shown))
    }

    /// Adds an address.
    public mutating func appendInterpolation(
        _ pointer: @autoclosure @escaping () -> UnsafeRawPointer?,
        privacy: OSLogPrivacy = .auto
    ) {
        let address = { "0x" + String(UInt(bitPattern: pointer()), radix: 16) }
        append(LoggedValue(address, .none, privacy, automatically: .shown))
    }
}
