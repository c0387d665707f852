/// How much a text looks like a person's name.
struct NameLikeness {
    /// Knows the catalogue's surnames.
    let table: WordTable

    static let particles: Set<String> = [
        "de", "del", "la", "las", "los", "i", "y", "e", "van", "von", "der", "den", "di", "da", "do", "dos", "le", "du",
        "ter", "st", "mc", "al", "el", "bin", "ibn",
    ]

    /// Words that titles begin with.
    static let starters: Set<String> = [
        "el", "la", "els", "les", "los", "las", "l", "lo", "un", "una", "uns", "unes", "unos", "unas", "the", "a", "an",
        "en", "de", "del", "d", "com", "como", "que", "per", "por", "para", "my", "on", "in", "le", "il", "der", "die",
        "das",
    ]

    /// From -2, no name, to about 4, surely one.
    func of(_ text: String) throws -> Double {
        let parts = text.split { $0.isWhitespace || $0 == "," }.map(String.init).filter {
            $0.contains(where: \.isLetter)
        }
        let words = FoldedText.words(text)
        guard let first = words.first, parts.count <= 6, !text.contains(where: \.isNumber) else { return -2 }
        let core = parts.filter { !Self.particles.contains(FoldedText.words($0).joined(separator: " ")) }
        guard !core.isEmpty, !Self.starters.contains(first) || FirstNames.contains(first) else { return -1.5 }
        var likeness = names(core)
        likeness += initials(text)
        likeness += core.allSatisfy { $0.first?.isUppercase == true } ? 0.7 : -1.5
        likeness += (2...3).contains(core.count) ? 0.5 : core.count == 1 ? -0.5 : -0.8
        let endsInSurname = try core.suffix(2).contains { try FoldedText.words($0).contains(where: table.isSurname) }
        if endsInSurname { likeness += 0.7 }
        if text.contains(where: { "?!:".contains($0) }) { likeness -= 1.5 }
        return likeness
    }

    private func names(_ core: [String]) -> Double {
        let isFirst = FoldedText.words(core[0]).first.map(FirstNames.contains) ?? false
        let isLater = core.dropFirst().contains { FoldedText.words($0).contains(where: FirstNames.contains) }
        return (isFirst ? 2 : 0) + (isLater ? 0.3 : 0)
    }

    /// "J. R. R. Tolkien".
    private func initials(_ text: String) -> Double {
        guard text.contains("."), text.prefixMatch(of: /(\p{Lu}\.?\s?){1,3}\s?\p{Lu}/) != nil else { return 0 }
        return 1
    }
}
