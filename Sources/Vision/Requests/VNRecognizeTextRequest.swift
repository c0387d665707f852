import Foundation
import TextRecognition

/// Whether quickness or accuracy counts more.
public enum VNRequestTextRecognitionLevel: Int, Sendable {
    /// Everything is read as well as it can be.
    case accurate = 0
    /// Takes about a third of the time: small text is not found, and lines are read in their likelier direction alone.
    case fast = 1
}

/// The revisions of ``VNRecognizeTextRequest``. They are all the same here: one family of models answers.
public let VNRecognizeTextRequestRevision1 = 1
public let VNRecognizeTextRequestRevision2 = 2
public let VNRecognizeTextRequestRevision3 = 3

/// Finds and reads lines of text, whichever way they run.
///
/// DEVIATION: the recogniser reads all its languages at once and corrects nothing by a language's rules, so
/// `recognitionLanguages`, `automaticallyDetectsLanguage` and `usesLanguageCorrection` are checked and kept, and change
/// nothing, but for `customWords`.
open class VNRecognizeTextRequest: VNImageBasedRequest, VNRequestProgressProviding {
    /// The languages' codes, the most important one first.
    open var recognitionLanguages = ["en-US"]
    /// Whether the languages are found out. They need not be.
    open var automaticallyDetectsLanguage = false
    /// Words that are expected: a word that is read with doubt is taken for one of them where only doubtful letters differ.
    open var customWords: [String] = []
    open var recognitionLevel = VNRequestTextRecognitionLevel.accurate
    open var usesLanguageCorrection = true
    /// The least height of text that is told, as a share of the image's height; 0 for any.
    open var minimumTextHeight: Float = 1 / 32

    open var progressHandler: VNRequestProgressHandler = { _, _, _ in }
    open var indeterminate: Bool { false }

    /// The lines that were found, from the top to the bottom.
    open var results: [VNRecognizedTextObservation]? { observations as? [VNRecognizedTextObservation] }

    open override class var supportedRevisions: IndexSet { IndexSet(1...3) }

    /// The languages that can be read.
    /// - Throws: for a revision that there is not.
    open class func supportedRecognitionLanguages(
        for recognitionLevel: VNRequestTextRecognitionLevel,
        revision requestRevision: Int
    ) throws -> [String] {
        guard supportedRevisions.contains(requestRevision) else {
            throw VNErrorCode.unsupportedRevision.error("There is no revision \(requestRevision).")
        }
        return RecognitionLanguages.supported
    }

    /// The languages that can be read at this request's level and revision.
    open func supportedRecognitionLanguages() throws -> [String] {
        try Self.supportedRecognitionLanguages(for: recognitionLevel, revision: revision)
    }

    override func observe(_ image: RequestImage) throws -> [VNObservation] {
        let query = TextQuery(
            region: try region(),
            isAccurate: recognitionLevel == .accurate,
            minimumTextHeight: Double(minimumTextHeight),
            customWords: customWords,
            languages: recognitionLanguages
        )
        do {
            return try query.read(
                image,
                progress: { progressHandler(self, $0, nil) },
                isCancelled: { isCancelled }
            ).map { VNRecognizedTextObservation($0) }
        } catch {
            progressHandler(self, 1, Self.visionError(error))
            throw error
        }
    }
}
