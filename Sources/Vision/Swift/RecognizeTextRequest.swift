import Foundation
import TextRecognition

/// Finds and reads lines of text, whichever way they run. See ``VNRecognizeTextRequest`` for what its settings do here.
public struct RecognizeTextRequest: AnswerableRequest {
    public typealias Result = [RecognizedTextObservation]

    /// Whether quickness or accuracy counts more.
    public enum RecognitionLevel: Sendable, Hashable, Codable, CaseIterable {
        case accurate
        case fast
    }

    /// Which algorithm answers.
    public enum Revision: Sendable, Hashable, Codable, Comparable {
        case revision3
    }

    public static let supportedRevisions: [Revision] = [.revision3]

    public let revision: Revision
    public var regionOfInterest = NormalizedRect.fullImage
    public var recognitionLevel = RecognitionLevel.accurate
    /// The least height of text that is told, as a share of the image's height.
    public var minimumTextHeightFraction: Float = 1 / 32
    /// The languages, the most important one first.
    public var recognitionLanguages = [Locale.Language(identifier: "en-US")]
    public var automaticallyDetectsLanguage = false
    public var usesLanguageCorrection = true
    /// Words that are expected.
    public var customWords: [String] = []

    /// - Parameter revision: the newest one if there is none.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision3
    }

    /// The languages that can be read.
    public var supportedRecognitionLanguages: [Locale.Language] {
        RecognitionLanguages.supported.map { Locale.Language(identifier: $0) }
    }

    public var description: String { "RecognizeTextRequest(\(recognitionLevel))" }

    func answer(_ image: RequestImage, isCancelled: () -> Bool) throws -> Result {
        let query = TextQuery(
            region: try regionOfInterest.checked(),
            isAccurate: recognitionLevel == .accurate,
            minimumTextHeight: Double(minimumTextHeightFraction),
            customWords: customWords,
            languages: recognitionLanguages.map(\.minimalIdentifier)
        )
        return try query.read(image, progress: { _ in }, isCancelled: isCancelled).map { line in
            RecognizedTextObservation(VNRecognizedTextObservation(line))
        }
    }
}

extension NormalizedRect {
    /// The rectangle, which lies in the image.
    func checked() throws -> CGRect {
        let request = VNImageBasedRequest()
        request.regionOfInterest = cgRect
        return try request.region()
    }
}
