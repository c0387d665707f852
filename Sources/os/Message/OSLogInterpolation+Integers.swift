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
