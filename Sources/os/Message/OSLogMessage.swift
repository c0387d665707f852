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
