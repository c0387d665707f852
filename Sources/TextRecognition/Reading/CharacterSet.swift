import Foundation

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
