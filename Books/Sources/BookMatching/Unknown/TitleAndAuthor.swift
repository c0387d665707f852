/// Title and author of a spine that no catalogue knows, by the size and the form of its text.
struct TitleAndAuthor: Equatable {
    var title = ""
    var author = ""

    private static let marks: Set<Character> = [" ", "-", "·", "•", "/"]

    init(title: String, author: String) {
        self.title = Self.trimmed(title)
        self.author = Self.trimmed(author)
    }

    /// - Parameters:
    ///   - lines: those of one spine.
    ///   - names: tells names.
    init(_ lines: [SpineLine], _ names: NameLikeness) throws {
        let useful = lines.filter { !$0.isNoise }
        guard let tallest = useful.map(\.height).max() else {
            self.init(title: "", author: "")
            return
        }
        let scores = try useful.map { try names.of($0.text) - 1.2 * ($0.height / tallest - 0.8) }
        if useful.count == 1 {
            self = try Self.ofOne(useful[0], scores[0], names)
        } else if let author = Self.author(useful, scores) {
            let rest = useful.indices.filter { $0 != author }.map { useful[$0] }
            self.init(title: Self.title(rest), author: useful[author].text)
        } else if let parts = try Self.split(useful, names) {
            self.init(title: parts.title, author: parts.author)
        } else {
            self.init(title: Self.title(useful), author: "")
        }
    }

    /// The first line that shows both.
    private static func split(_ lines: [SpineLine], _ names: NameLikeness) throws -> SplitLine? {
        for line in lines {
            if let parts = try SplitLine(line, names) { return parts }
        }
        return nil
    }

    private static func ofOne(_ line: SpineLine, _ score: Double, _ names: NameLikeness) throws -> TitleAndAuthor {
        if let parts = try SplitLine(line, names) { return TitleAndAuthor(title: parts.title, author: parts.author) }
        return score >= 3 ? TitleAndAuthor(title: "", author: line.text) : TitleAndAuthor(title: line.text, author: "")
    }

    /// The line that is a name rather than the others.
    private static func author(_ lines: [SpineLine], _ scores: [Double]) -> Int? {
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return nil }
        if scores[best] >= 0.9 { return best }
        let second = scores.indices.filter { $0 != best }.map { scores[$0] }.max() ?? -.infinity
        let isAhead = scores[best] - second >= 0.8 && scores[best] > -0.6
        return isAhead && FoldedText.words(lines[best].text).count <= 3 ? best : nil
    }

    /// The largest lines; small ones are series and publishers.
    private static func title(_ lines: [SpineLine]) -> String {
        let largest = lines.map(\.height).max() ?? 0
        return SpineLine.inReadingOrder(lines.filter { $0.height >= 0.6 * largest }).map(\.text).joined(separator: " ")
    }

    private static func trimmed(_ text: String) -> String {
        let head = text.drop(while: marks.contains)
        return String(head.reversed().drop(while: marks.contains).reversed())
    }
}
