/// What a recogniser made of a line.
public struct ReadText: Sendable, Equatable {
    /// One that was read, as a Swift character may be more than one of the recogniser's.
    public struct Letter: Sendable, Equatable {
        public var text: String
        /// How sure the recogniser is, from 0 to 1.
        public var confidence: Double
        /// Its next best guess, and how sure it is of that; `nil` where that is no letter.
        public var alternative: Alternative?
        /// Where it lies, as a share of the line's length.
        public var position: Double

        public struct Alternative: Sendable, Equatable {
            public var text: String
            public var confidence: Double
        }
    }

    public var letters: [Letter]

    public init(letters: [Letter]) {
        self.letters = letters
    }

    public var text: String { letters.map(\.text).joined() }

    /// The mean of its letters' confidence; 0 without letters.
    public var confidence: Double {
        letters.isEmpty ? 0 : letters.reduce(0) { $0 + $1.confidence } / Double(letters.count)
    }

    /// Without blanks at its ends.
    var trimmed: ReadText {
        let first = letters.firstIndex { $0.text != " " } ?? letters.endIndex
        let last = letters.lastIndex { $0.text != " " } ?? letters.startIndex
        return ReadText(letters: first > last || letters.isEmpty ? [] : Array(letters[first...last]))
    }

    /// Readings, the best one first: those that come next differ in one of the letters that are least certain.
    public func candidates(_ most: Int) -> [ReadText] {
        guard most > 0, !letters.isEmpty else { return [] }
        let doubtful = letters.indices.filter { letters[$0].alternative != nil }.sorted { loss(at: $0) < loss(at: $1) }
        return [self]
            + doubtful.prefix(most - 1).compactMap { index in
                guard let other = letters[index].alternative else { return nil }
                var changed = self
                changed.letters[index].text = other.text
                changed.letters[index].confidence = other.confidence
                return changed
            }
    }

    private func loss(at index: Int) -> Double {
        letters[index].confidence - (letters[index].alternative?.confidence ?? 0)
    }
}
