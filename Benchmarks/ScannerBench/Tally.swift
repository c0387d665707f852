/// How many books were recognised of those that were to be seen.
struct Tally {
    private(set) var books = 0
    private(set) var found = 0
    private(set) var accepted = 0
    /// Accepted without asking, and not among the books of the picture.
    private(set) var wrong = 0
    private(set) var wrongNames: [String] = []

    mutating func add(books: Int, found: Int, accepted: Int, wrong: [String]) {
        self.books += books
        self.found += found
        self.accepted += accepted
        self.wrong += wrong.count
        wrongNames += wrong
    }

    /// The share of the books that were named.
    var recall: Double { share(found, of: books) }
    /// The share of the books that were named without asking.
    var acceptance: Double { share(accepted, of: books) }
    /// The share of what was accepted that is right.
    var precision: Double { accepted + wrong == 0 ? 100 : share(accepted, of: accepted + wrong) }

    private func share(_ part: Int, of whole: Int) -> Double { whole == 0 ? 0 : 100 * Double(part) / Double(whole) }
}

/// A table as it is printed.
struct MetricsTable {
    private var rows: [[String]]

    init(_ titles: [String]) {
        rows = [titles]
    }

    mutating func add(_ row: [String]) {
        rows.append(row)
    }

    /// In Markdown, aligned for those who read it as text.
    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return "| " + padded.joined(separator: " | ") + " |"
        }
        let rule = "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|"
        return ([line(rows[0]), rule] + rows.dropFirst().map(line)).joined(separator: "\n")
    }
}

extension Double {
    /// With one digit behind the point.
    var short: String {
        let tenths = Int((self * 10).rounded())
        return "\(tenths / 10).\(abs(tenths % 10))"
    }
}
