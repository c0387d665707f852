import Testing

@testable import TextRecognition

/// Letters out of a recogniser's answer.
@Suite("Letters out of a recogniser's answer")
struct CTCDecoderTests {
    private let decoder = CTCDecoder(characters: RecognizedCharacters(["a", "b", " "]))

    @Test("Repeated classes are one letter, unless a blank parts them")
    func collapse() {
        let text = decode([1, 1, 0, 1, 2, 2, 0, 0, 2])
        #expect(text.text == "aabb")
    }

    @Test("A letter is as sure as in its best place, a text as its letters on average")
    func confidence() {
        let text = decode([1, 1, 2], sure: [0.6, 0.9, 0.7])
        #expect(text.letters.map { Int(($0.confidence * 10).rounded()) } == [9, 7])
        #expect(abs(text.confidence - 0.8) < 1e-6)
    }

    @Test("The next best guess is told, but not where it is no letter")
    func alternatives() {
        let values: [Float] = [0.1, 0.6, 0.3, 0, 0.35, 0.1, 0.55, 0]
        let text = values.withUnsafeBufferPointer { decoder.decode($0, places: 2, length: 1) }
        #expect(text.letters[0].alternative?.text == "b")
        #expect(text.letters[1].alternative == nil)
        #expect(text.candidates(10).map(\.text) == ["ab", "bb"])
        #expect(text.candidates(1).map(\.text) == ["ab"])
        #expect(text.candidates(0).isEmpty)
    }

    @Test("Places are shares of the line, not of what it is padded to")
    func positions() {
        let text = decode([1, 0, 2, 0], length: 0.75)
        #expect(abs(text.letters[0].position - 0.125 / 0.75) < 1e-6)
        #expect(abs(text.letters[1].position - 0.625 / 0.75) < 1e-6)
    }

    @Test("Blanks at the ends are left out")
    func trimmed() {
        #expect(decode([3, 1, 3, 2, 3]).trimmed.text == "a b")
        #expect(decode([3]).trimmed.text.isEmpty)
        #expect(decode([0]).trimmed.text.isEmpty)
    }

    private func decode(_ classes: [Int], sure: [Float]? = nil, length: Double = 1) -> ReadText {
        var values: [Float] = []
        for (index, best) in classes.enumerated() {
            let share = sure?[index] ?? 0.97
            values += (0..<4).map { $0 == best ? share : (1 - share) / 3 }
        }
        return values.withUnsafeBufferPointer { decoder.decode($0, places: classes.count, length: length) }
    }
}
