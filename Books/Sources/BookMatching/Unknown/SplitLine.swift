/// A line that shows both author and title.
struct SplitLine {
    var author: String
    var title: String

    private static let widestGap = 0.9
    private static let gapRatio = 1.7
    private static let leastLikeness = 3.0

    init?(_ line: SpineLine, _ names: NameLikeness) throws {
        let parts = try Self.atGap(line, names) ?? Self.atMark(line.text, names) ?? Self.atName(line.text, names)
        guard let parts else { return nil }
        self = parts
    }

    private init(author: String, title: String) {
        (self.author, self.title) = (author, title)
    }

    private static func ordered(_ a: String, _ b: String, _ names: NameLikeness) throws -> SplitLine {
        try names.of(a) >= names.of(b) ? SplitLine(author: a, title: b) : SplitLine(author: b, title: a)
    }

    /// At a space that is much wider than the others.
    private static func atGap(_ line: SpineLine, _ names: NameLikeness) throws -> SplitLine? {
        guard let gap = line.widestGap(least: widestGap, ratio: gapRatio) else { return nil }
        let characters = Array(line.text)
        let parts = [String(characters[..<gap]), String(characters[gap...])].map {
            String($0.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }
        guard try parts.allSatisfy({ $0.count > 2 }) && max(names.of(parts[0]), names.of(parts[1])) > 0 else {
            return nil
        }
        return try ordered(parts[0], parts[1], names)
    }

    private static func atMark(_ text: String, _ names: NameLikeness) throws -> SplitLine? {
        for separator in [#/\s*[\/•|]\s*/#, #/\s+[·\-–—]\s+/#, #/·\s+/#] {
            let parts = text.split(separator: separator).map(String.init).filter {
                $0.filter { !$0.isWhitespace }.count > 1
            }
            if parts.count == 2 { return try ordered(parts[0], parts[1], names) }
        }
        return nil
    }

    /// Where a name of two to four words begins or ends the line.
    private static func atName(_ text: String, _ names: NameLikeness) throws -> SplitLine? {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        var best: (score: Double, line: SplitLine)?
        for count in 2..<max(2, min(5, words.count)) {
            let ends = [(words.prefix(count), words.dropFirst(count)), (words.suffix(count), words.dropLast(count))]
            for (author, title) in ends {
                guard let score = try score(author: Array(author), title: Array(title), names), score >= leastLikeness,
                    score > best?.score ?? 0
                else { continue }
                best = (score, SplitLine(author: author.joined(separator: " "), title: title.joined(separator: " ")))
            }
        }
        return best?.line
    }

    private static func score(author: [String], title: [String], _ names: NameLikeness) throws -> Double? {
        guard let first = FoldedText.words(author[0]).first, FirstNames.contains(first),
            let last = author.last, !NameLikeness.particles.contains(FoldedText.words(last).joined(separator: " "))
        else { return nil }
        var score = try names.of(author.joined(separator: " ")) - 0.15 * Double(abs(author.count - 2))
        if let start = FoldedText.words(title[0]).first, NameLikeness.starters.contains(start) { score += 1 }
        if let surname = FoldedText.words(last).last, try names.table.isSurname(surname) { score += 0.5 }
        func isInCapitals(_ words: [String]) -> Bool {
            words.allSatisfy { $0.contains(where: \.isUppercase) && !$0.contains(where: \.isLowercase) }
        }
        if isInCapitals(author) != isInCapitals(title) { score += 1.5 }
        return score
    }
}
