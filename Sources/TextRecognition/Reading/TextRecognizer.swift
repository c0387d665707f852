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
