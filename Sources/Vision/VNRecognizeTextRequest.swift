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

/// A question for text, as both of Vision's interfaces ask it.
struct TextQuery {
    var region: CGRect
    var isAccurate: Bool
    /// As a share of the image's height.
    var minimumTextHeight: Double
    var customWords: [String]
    var languages: [String]
    var reader = TextReader.shared

    /// How much smaller the image is made where quickness counts: a third of the pixels.
    private static let fastScale = 0.58
    /// Text of this height in pixels is found surely; where no smaller text is wanted, the image can be made smaller.
    private static let sureHeight = 20.0

    /// A line that was read, with its place in the region.
    struct Line {
        var read: ReadText
        var place: NormalizedQuad
        var score: Double
    }

    func read(
        _ image: RequestImage,
        progress: (Double) -> Void,
        isCancelled: () -> Bool
    ) throws -> [Line] {
        try RecognitionLanguages.check(languages)
        let part = try image.part(region)
        var options = TextReader.Options()
        options.readsBothDirections = isAccurate
        options.leastHeight = minimumTextHeight * Double(image.height)
        options.detectionScale = isAccurate ? 1 : Self.fastScale
        if options.leastHeight > Self.sureHeight {
            options.detectionScale = min(options.detectionScale, Self.sureHeight / options.leastHeight)
        }
        let words = CustomWords(customWords)
        return try reader.read(part, options: options, progress: progress, isCancelled: isCancelled)
            .map { line in
                Line(
                    read: words.corrected(line.read),
                    place: NormalizedQuad(line.quad, width: part.width, height: part.height),
                    score: line.score
                )
            }
            .sorted { $0.place.boundingBox.maxY > $1.place.boundingBox.maxY }
    }

    /// The lines' places alone.
    func find(_ image: RequestImage, isCancelled: () -> Bool) throws -> [(place: NormalizedQuad, score: Double)] {
        let part = try image.part(region)
        return try reader.detect(part, isCancelled: isCancelled).map { text in
            (NormalizedQuad(text.quad, width: part.width, height: part.height), text.score)
        }
    }
}

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

/// The languages that the recogniser was made for, by the codes that Apple uses.
enum RecognitionLanguages {
    static let supported = [
        "en-US", "fr-FR", "it-IT", "de-DE", "es-ES", "pt-BR", "zh-Hans", "zh-Hant", "ja-JP", "cs-CZ", "da-DK", "nl-NL",
        "no-NO", "nn-NO", "nb-NO", "ms-MY", "pl-PL", "ro-RO", "sv-SE", "tr-TR", "id-ID",
    ]

    /// - Throws: for a language that is not among them, by its first part at least.
    static func check(_ languages: [String]) throws {
        let known = Set(supported.map(primary))
        guard let stranger = languages.first(where: { !known.contains(primary($0)) }) else { return }
        throw VNErrorCode.invalidArgument.error(
            "Text in the language \(stranger) cannot be read. These can: \(supported.joined(separator: ", "))."
        )
    }

    private static func primary(_ language: String) -> String {
        language.split(whereSeparator: { $0 == "-" || $0 == "_" }).first.map { $0.lowercased() } ?? ""
    }
}
