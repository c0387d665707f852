/// The column that a value stands in.
public struct OSLogStringAlignment {
    private let columns: (() -> Int)?
    private let isLeft: Bool

    /// As wide as the value.
    public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: nil, isLeft: false) }

    /// At the right of a column of a width in characters, at least.
    public static func right(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isLeft: false)
    }

    /// At the left of a column of a width in characters, at least.
    public static func left(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isLeft: true)
    }

    func aligned(_ text: String) -> String {
        guard let columns else { return text }
        let padding = String(repeating: " ", count: max(columns() - text.count, 0))
        return isLeft ? text + padding : padding + text
    }
}
