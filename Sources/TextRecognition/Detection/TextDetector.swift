/// Finds lines of text in an image, whichever way they run.
///
/// Not thread-safe: its owner asks one thing at a time.
final class TextDetector {
    private let model: InferenceModel
    private let rules = TextBoxRules()
    /// Detectors of this family divide the image by this.
    private static let step = 32

    init(_ runtime: InferenceRuntime, threads: Int) throws(TextRecognitionError) {
        // As it was trained: the order of the color channels is blue, green, red, the figures are those of red, green, blue.
        model = try runtime.compile(
            .detector,
            mean: [0.485 * 255, 0.456 * 255, 0.406 * 255],
            deviation: [0.229 * 255, 0.224 * 255, 0.225 * 255],
            threads: threads
        )
    }

    /// The lines of an image.
    /// - Parameters:
    ///   - scale: how much smaller the image is made before it is looked at, from 0 to 1. Quicker, and blind to small text.
    ///   - proceed: asked before each tile; throws if nobody wants the answer any more.
    func detect(
        _ image: BGRAImage,
        scale: Double = 1,
        proceed: () throws(TextRecognitionError) -> Void = {}
    ) throws(TextRecognitionError) -> [DetectedText] {
        let width = max(Self.step, Int(Double(image.width) * scale))
        let height = max(Self.step, Int(Double(image.height) * scale))
        let factors = TextPoint(Double(image.width) / Double(width), Double(image.height) / Double(height))
        var map = TextMap(width: width, height: height)
        for tile in DetectorTiles(width: width, height: height).tiles {
            try proceed()
            try detect(in: tile, of: image, factors: factors, into: &map)
        }
        return map.texts(rules).map { text in
            DetectedText(score: text.score, quad: text.quad.scaled(x: factors.x, y: factors.y))
        }
    }

    private func detect(
        in tile: DetectorTiles.Tile,
        of image: BGRAImage,
        factors: TextPoint,
        into map: inout TextMap
    ) throws(TextRecognitionError) {
        func rounded(_ length: Int) -> Int { (length + Self.step - 1) / Self.step * Self.step }
        let input = BGRAImage(anyWidth: rounded(tile.seenX.count), height: rounded(tile.seenY.count))
        input.draw(
            image,
            columns: input.width,
            origin: TextPoint(Double(tile.seenX.lowerBound) * factors.x, Double(tile.seenY.lowerBound) * factors.y),
            right: TextPoint(factors.x, 0),
            down: TextPoint(0, factors.y)
        )
        let corner = (tile.takenX.lowerBound - tile.seenX.lowerBound, tile.takenY.lowerBound - tile.seenY.lowerBound)
        // Exclusive access to the map ends before the model is asked.
        let taken = try model.infer(input) { sizes, values -> TextMap? in
            guard sizes == [1, 1, input.height, input.width] else { return nil }
            var next = map
            next.copy(values, stride: input.width, corner: corner, x: tile.takenX, y: tile.takenY)
            return next
        }
        guard let taken else { throw .failed(operation: "find text", reason: "the detector's answer has another size") }
        map = taken
    }
}
