public import Foundation

/// A message for the log: text, and values with their formats and their privacy. Made by a string literal at the call.
public struct OSLogMessage: ExpressibleByStringInterpolation {
    /// The message's text and values.
    public let interpolation: OSLogInterpolation

    /// A message of text and values.
    public init(stringInterpolation: OSLogInterpolation) {
        interpolation = stringInterpolation
    }

    /// A message that is text alone.
    public init(stringLiteral value: String) {
        var interpolation = OSLogInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
        interpolation.appendLiteral(value)
        self.interpolation = interpolation
    }
}

/// Whether the log shows a value.
public struct OSLogPrivacy: Equatable, Sendable {
    /// What is shown in the place of a private value.
    public struct Mask: Equatable, Sendable {
        private let isHash: Bool

        /// Nothing of it.
        public static let none = Mask(isHash: false)
        /// A hash, by which equal values can be recognised. Another one in each run of the program.
        public static let hash = Mask(isHash: true)
    }

    enum Kind {
        case automatic
        case `public`
        case `private`
        case sensitive
    }

    let kind: Kind
    let mask: Mask

    /// Numbers and truth values are shown, strings and objects are not.
    public static let auto = OSLogPrivacy(kind: .automatic, mask: .none)
    /// Shown.
    public static let `public` = OSLogPrivacy(kind: .public, mask: .none)
    /// Not shown.
    public static let `private` = OSLogPrivacy(kind: .private, mask: .none)
    /// Not shown. `DEVIATION`: Apple's platforms hide it also where private values are shown; here both are treated alike.
    public static let sensitive = OSLogPrivacy(kind: .sensitive, mask: .none)

    /// As ``auto``; a value that is not shown has a mask.
    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .automatic, mask: mask) }
    /// Not shown, but for its mask.
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .private, mask: mask) }
    /// Not shown, but for its mask.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .sensitive, mask: mask) }
}

/// A value of a message, as it is to be shown or hidden.
struct LoggedValue {
    /// What becomes of a value whose privacy is not stated.
    enum Automatic {
        case shown
        case redacted
    }

    private let content: () -> String
    private let align: OSLogStringAlignment
    private let privacy: OSLogPrivacy
    private let automatic: Automatic

    init(
        _ content: @escaping () -> String,
        _ align: OSLogStringAlignment,
        _ privacy: OSLogPrivacy,
        automatically automatic: Automatic
    ) {
        self.content = content
        self.align = align
        self.privacy = privacy
        self.automatic = automatic
    }

    /// The value, or what stands for it. A redacted value is asked for only if its hash is wanted.
    func text(showsPrivateData: Bool) -> String {
        guard isRedacted, !showsPrivateData else { return align.aligned(content()) }
        switch privacy.mask {
        case .hash: return "<mask.hash: '\(hash)'>"
        default: return privacy.kind == .sensitive ? "<sensitive>" : "<private>"
        }
    }

    private var isRedacted: Bool {
        switch privacy.kind {
        case .public: false
        case .private, .sensitive: true
        case .automatic: automatic == .redacted
        }
    }

    /// Tells equal values apart from different ones within a run of the program, and nothing else: the seed is random.
    private var hash: String {
        var hasher = Hasher()
        hasher.combine(content())
        return withUnsafeBytes(of: hasher.finalize()) { Data($0).base64EncodedString() }
    }
}

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

// A function for each type, as in Apple's module: a generic one alone would be passed over for the one that takes whatever
// describes itself, since that has fewer parameters.
extension OSLogInterpolation {
    /// Adds an integer.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Int,
        format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(number, format, align, privacy)
    }

    /// Adds an integer.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Int8,
        format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(number, format, align, privacy)
    }

    /// Adds an integer.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Int16,
        format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(number, format, align, privacy)
    }

    /// Adds an integer.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Int32,
        format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(number, format, align, privacy)
    }

    /// Adds an integer.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Int64,
        format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(number, format, align, privacy)
    }

    /// Adds an integer.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> UInt,
        format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(number, format, align, privacy)
    }

    /// Adds an integer.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> UInt8,
        format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(number, format, align, privacy)
    }

    /// Adds an integer.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> UInt16,
        format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(number, format, align, privacy)
    }

    /// Adds an integer.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> UInt32,
        format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(number, format, align, privacy)
    }

    /// Adds an integer.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> UInt64,
        format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(number, format, align, privacy)
    }

    /// Adds an integer of another type.
    public mutating func appendInterpolation<T: FixedWidthInteger>(
        _ number: @autoclosure @escaping () -> T,
        format: OSLogIntegerFormatting,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(number, format, align, privacy)
    }

    private mutating func append<T: FixedWidthInteger>(
        _ number: @escaping () -> T,
        _ format: OSLogIntegerFormatting,
        _ align: OSLogStringAlignment,
        _ privacy: OSLogPrivacy
    ) {
        append(LoggedValue({ format.text(of: number()) }, align, privacy, automatically: .shown))
    }
}
