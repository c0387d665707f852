import Foundation
import TextRecognition

/// Finds lines of text without reading them, which takes a fraction of the time.
public struct DetectTextRectanglesRequest: AnswerableRequest {
    public typealias Result = [TextObservation]

    /// Which algorithm answers.
    public enum Revision: Sendable, Hashable, Codable, Comparable {
        case revision1
    }

    public static let supportedRevisions: [Revision] = [.revision1]

    public let revision: Revision
    public var regionOfInterest = NormalizedRect.fullImage

    /// - Parameter revision: the newest one if there is none.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision1
    }

    public var description: String { "DetectTextRectanglesRequest" }

    func answer(_ image: RequestImage, isCancelled: () -> Bool) throws -> Result {
        let query = TextQuery(
            region: try regionOfInterest.checked(),
            isAccurate: true,
            minimumTextHeight: 0,
            customWords: [],
            languages: []
        )
        return try query.find(image, isCancelled: isCancelled).map { place, score in
            TextObservation(VNTextObservation(place, confidence: score, characters: nil))
        }
    }
}

/// A line of text that was found and not read.
public struct TextObservation: VisionObservation, QuadrilateralProviding {
    private let place: RectangleObservation

    public init(_ observation: VNTextObservation) {
        place = RectangleObservation(observation)
    }

    public var uuid: UUID { place.uuid }
    public var confidence: Float { place.confidence }
    public var topLeft: NormalizedPoint { place.topLeft }
    public var topRight: NormalizedPoint { place.topRight }
    public var bottomRight: NormalizedPoint { place.bottomRight }
    public var bottomLeft: NormalizedPoint { place.bottomLeft }
    public var boundingBox: NormalizedRect { place.boundingBox }
    public var description: String { "TextObservation(\(boundingBox.cgRect))" }
}
