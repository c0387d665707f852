import Foundation
import TextRecognition

public let VNDetectTextRectanglesRequestRevision1 = 1

/// Finds lines of text without reading them, which takes a fraction of the time.
open class VNDetectTextRectanglesRequest: VNImageBasedRequest {
    /// Whether the places of single letters are told, too. Lines must be read for that.
    open var reportCharacterBoxes = false

    /// The lines that were found.
    open var results: [VNTextObservation]? { observations as? [VNTextObservation] }

    override func observe(_ image: RequestImage) throws -> [VNObservation] {
        let query = TextQuery(
            region: try region(),
            isAccurate: true,
            minimumTextHeight: 0,
            customWords: [],
            languages: []
        )
        guard reportCharacterBoxes else {
            return try query.find(image, isCancelled: { isCancelled }).map { place, score in
                VNTextObservation(place, confidence: score, characters: nil)
            }
        }
        return try query.read(image, progress: { _ in }, isCancelled: { isCancelled }).map { line in
            let boxes = line.read.letters.indices.map { index in
                VNRectangleObservation(
                    line.place.part(line.read.extent(of: index..<index + 1)),
                    confidence: line.read.letters[index].confidence
                )
            }
            return VNTextObservation(line.place, confidence: line.score, characters: boxes)
        }
    }
}
