import Foundation

/// How controls write their values.
package enum ControlNumbers {
    /// A number with no more digits than it needs, two after the point at most.
    package static func text(_ value: Double) -> String {
        let hundredths = (value * 100).rounded()
        guard abs(hundredths) < 1e15 else { return "\(value)" }
        let whole = Int(hundredths)
        if whole % 100 == 0 { return String(whole / 100) }
        return String(format: whole % 10 == 0 ? "%.1f" : "%.2f", hundredths / 100)
    }

    /// A number in a client's format: one `%@`, any number of `%%`, and no other placeholder.
    ///
    /// - Returns: `nil` for a format that is not so.
    package static func text(_ value: Double, format: String) -> String? {
        var result = ""
        var rest = Substring(format)
        var values = 0
        while let character = rest.popFirst() {
            guard character == "%" else {
                result.append(character)
                continue
            }
            switch rest.popFirst() {
            case "%": result.append("%")
            case "@":
                values += 1
                result += text(value)
            default: return nil
            }
        }
        return values == 1 ? result : nil
    }
}
