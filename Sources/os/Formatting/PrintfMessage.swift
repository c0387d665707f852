internal import Foundation

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
