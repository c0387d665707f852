import Foundation

/// Reads a line of text, given where it is.
///
/// Not thread-safe: its owner asks one thing at a time.
final class TextRecognizer {
    private let model: InferenceModel
    private let decoder: CTCDecoder
    /// Rows of what the recogniser sees.
    private static let height = 48
    /// Every new width costs about 50 ms once, so there are few of them.
    private static let widthStep = 64
    private static let greatestWidth = 1920
    /// Gray, which the recogniser takes for nothing: 0 between -1 and 1.
    private static let nothing: UInt8 = 128

    init(_ runtime: InferenceRuntime, folder: ModelFolder, threads: Int) throws(TextRecognitionError) {
        guard let metadata = ONNXMetadata(try folder.contents(.recognizer)) else {
            throw .damaged(file: folder.path(.recognizer))
        }
        decoder = CTCDecoder(characters: try RecognizedCharacters(metadata))
        let half: [Float] = [127.5, 127.5, 127.5]
        model = try runtime.compile(.recognizer, mean: half, deviation: half, threads: threads)
    }

    /// Reads a line along a quadrilateral, from its left edge to its right one.
    func read(_ image: BGRAImage, along quad: TextQuad) throws(TextRecognitionError) -> ReadText {
        let (length, height) = (max(quad.length, 1), max(quad.height, 1))
        let columns = min(Self.greatestWidth, max(1, Int((length / height * Double(Self.height)).rounded(.up))))
        let width = (columns + Self.widthStep - 1) / Self.widthStep * Self.widthStep
        let input = BGRAImage(anyWidth: width, height: Self.height)
        input.fill(Self.nothing)
        input.draw(
            image,
            columns: columns,
            origin: quad.topLeft,
            right: (quad.topRight - quad.topLeft) * (1 / Double(columns)),
            down: (quad.bottomLeft - quad.topLeft) * (1 / Double(Self.height))
        )
        let text = try model.infer(input) { [decoder] sizes, values -> ReadText? in
            guard sizes.count == 3, sizes[0] == 1, sizes[2] == decoder.characters.classCount else { return nil }
            return decoder.decode(values, places: sizes[1], length: Double(columns) / Double(width))
        }
        guard let text else {
            throw .failed(operation: "read text", reason: "the recogniser's answer has another size")
        }
        return text.trimmed
    }
}

/// Letters out of a recogniser's answer, which says for each of many places along a line how probable each class is: places in
/// a row with the same class are one letter, and class 0 is none (connectionist temporal classification).
struct CTCDecoder {
    let characters: RecognizedCharacters

    /// - Parameters:
    ///   - values: place by place the probabilities of all classes.
    ///   - places: how many places.
    ///   - length: which share of the places the line takes; the rest is padding.
    func decode(_ values: UnsafeBufferPointer<Float>, places: Int, length: Double) -> ReadText {
        let classes = characters.classCount
        var letters: [ReadText.Letter] = []
        var previous = 0
        for place in 0..<places {
            let row = UnsafeBufferPointer(rebasing: values[place * classes..<(place + 1) * classes])
            let (best, second) = Self.twoBest(row)
            defer { previous = best }
            if best == 0 { continue }
            let confidence = Double(row[best])
            if best == previous {
                // One letter that is seen in several places is as sure as in the best of them.
                if confidence > letters[letters.count - 1].confidence {
                    letters[letters.count - 1].confidence = confidence
                }
                continue
            }
            let position = (Double(place) + 0.5) / Double(places) / length
            letters.append(
                ReadText.Letter(
                    text: characters[best],
                    confidence: confidence,
                    alternative: second == 0 ? nil : .init(text: characters[second], confidence: Double(row[second])),
                    position: min(1, position)
                )
            )
        }
        return ReadText(letters: letters)
    }

    private static func twoBest(_ row: UnsafeBufferPointer<Float>) -> (Int, Int) {
        var (best, second) = (0, 0)
        var (most, next) = (-Float.infinity, -Float.infinity)
        for index in row.indices where row[index] > next {
            if row[index] > most {
                (second, next) = (best, most)
                (best, most) = (index, row[index])
            } else {
                (second, next) = (index, row[index])
            }
        }
        return (best, second)
    }
}

/// The characters that a recogniser tells apart: its classes in order, without the first one, which stands for none.
struct RecognizedCharacters {
    private let characters: [String]

    /// - Parameter metadata: of the recogniser's file. Lines are divided by bytes: Swift takes CR and LF for one character.
    init(_ metadata: ONNXMetadata) throws(TextRecognitionError) {
        guard let list = metadata.values["character"], !list.isEmpty else {
            throw .failed(operation: "read the characters", reason: "the model carries no list of them")
        }
        var lines = list.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
        if lines.last == "" { lines.removeLast() }
        characters = lines + [" "]
    }

    init(_ characters: [String]) {
        self.characters = characters
    }

    /// How many classes a model has that tells these apart.
    var classCount: Int { characters.count + 1 }

    /// The character of a class above 0.
    subscript(_ index: Int) -> String { characters[index - 1] }
}

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
