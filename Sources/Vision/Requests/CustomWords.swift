import TextRecognition

/// Words that are expected in a text.
struct CustomWords {
    private let words: [[Character]]
    /// A letter that the recogniser is less sure of may be another one.
    private static let doubtful = 0.9

    init(_ words: [String]) {
        self.words = words.map(Array.init).filter { !$0.isEmpty }
    }

    /// A text in which words became expected ones where only doubtful letters differ.
    func corrected(_ text: ReadText) -> ReadText {
        guard !words.isEmpty else { return text }
        var corrected = text
        var start = 0
        for end in 0...text.letters.count where end == text.letters.count || text.letters[end].text == " " {
            correct(&corrected.letters[start..<end])
            start = min(end + 1, text.letters.count)
        }
        return corrected
    }

    private func correct(_ letters: inout ArraySlice<ReadText.Letter>) {
        let fitting = words.filter { word in
            word.count == letters.count
                && zip(word, letters).allSatisfy { String($0) == $1.text || $1.confidence < Self.doubtful }
        }
        // Two words that fit as well are no help.
        guard let word = fitting.first, fitting.count == 1 else { return }
        for (index, character) in zip(letters.indices, word) { letters[index].text = String(character) }
    }
}
