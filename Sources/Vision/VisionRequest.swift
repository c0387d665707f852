import CoreGraphics
@preconcurrency import CoreMedia
@preconcurrency import CoreVideo
import Foundation
import FoundationExtras
import Synchronization
import TextRecognition

/// A question about an image.
public protocol VisionRequest: Hashable, Sendable, CustomStringConvertible {
    /// The answer.
    associatedtype Result: Sendable
}

/// A question about a part of an image. The types that ask one are this module's.
public protocol ImageProcessingRequest: VisionRequest {
    /// The part that is looked at; everything by default. What is found has its place told as shares of this part.
    var regionOfInterest: NormalizedRect { get set }
}

/// A question that this module can answer.
protocol AnswerableRequest: ImageProcessingRequest {
    /// Answers on the calling thread.
    func answer(_ image: RequestImage, isCancelled: () -> Bool) throws -> Result
}

extension ImageProcessingRequest {
    /// Answers for an image, away from the caller's thread. Cancelling the task ends it soon.
    ///
    /// - Parameters:
    ///   - pixelBuffer: in any format of cameras.
    ///   - orientation: how it must be turned to be seen upright; it is upright if there is none.
    /// - Throws: `VisionError`
    public func perform(
        on pixelBuffer: CVPixelBuffer,
        orientation: CGImagePropertyOrientation? = nil
    ) async throws -> Result {
        try await perform(.pixels(pixelBuffer, orientation ?? .up))
    }

    /// As with a pixel buffer, for an image in memory.
    /// - Throws: `VisionError`
    public func perform(on image: CGImage, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await perform(.image(image, orientation ?? .up))
    }

    /// As with a pixel buffer, for a frame of a camera.
    /// - Throws: `VisionError`
    public func perform(
        on sampleBuffer: CMSampleBuffer,
        orientation: CGImagePropertyOrientation? = nil
    ) async throws -> Result {
        do {
            return try await perform(.sample(sampleBuffer, orientation ?? .up))
        } catch let error as VisionError {
            throw error
        } catch {
            throw VisionError(error)
        }
    }

    /// As with a pixel buffer, for a JPEG, PNG or HEIC file's bytes.
    /// - Parameter orientation: counts instead of the one that the file names.
    /// - Throws: `VisionError`
    public func perform(on data: Data, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await perform(.data(data, orientation))
    }

    /// As with a pixel buffer, for a JPEG, PNG or HEIC file.
    /// - Parameter orientation: counts instead of the one that the file names.
    /// - Throws: `VisionError`
    public func perform(on url: URL, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await perform(.file(url, orientation))
    }

    private func perform(_ source: ImageSource) async throws -> Result {
        let cancelled = RequestCancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                visionQueue.async { continuation.resume(with: answer(source, cancelled)) }
            }
        } onCancel: {
            cancelled.cancel()
        }
    }

    private func answer(_ source: ImageSource, _ cancelled: RequestCancellation) -> Swift.Result<Result, any Error> {
        do {
            if cancelled.isCancelled { throw VisionError.requestCancelled }
            guard let request = self as? any AnswerableRequest else {
                throw VisionError.unsupportedRequest("\(self) is none of Vision's requests.")
            }
            let answer = try request.answer(try source.makeImage(), isCancelled: { cancelled.isCancelled })
            guard let result = answer as? Result else {
                throw VisionError.internalError("\(self) was answered with something else.")
            }
            return .success(result)
        } catch let error as VisionError {
            return .failure(error)
        } catch {
            return .failure(VisionError(error))
        }
    }
}

/// Whether whoever asked wants the answer no more.
private final class RequestCancellation: Sendable {
    private let cancelled = Mutex(false)

    var isCancelled: Bool { cancelled.withLock { $0 } }

    func cancel() {
        cancelled.withLock { $0 = true }
    }
}

/// Where requests wait and work: not on the threads of Swift's concurrency, which must not be held up.
private let visionQueue = DispatchQueue(label: "vision.requests", qos: .userInitiated)

/// Why a request of the Swift interface failed.
public enum VisionError: Error, Sendable, Equatable, LocalizedError {
    case dataUnavailable(String)
    case internalError(String)
    case invalidArgument(String)
    case invalidFormat(String)
    case invalidImage(String)
    case invalidModel(String)
    case invalidOperation(String)
    case ioError(String)
    case operationFailed(String)
    case outOfBoundsError(String)
    case requestCancelled
    case unsupportedRequest(String)
    case unsupportedRevision(String)

    public var errorDescription: String? {
        switch self {
        case .dataUnavailable(let words), .internalError(let words), .invalidArgument(let words),
            .invalidFormat(let words), .invalidImage(let words), .invalidModel(let words),
            .invalidOperation(let words), .ioError(let words), .operationFailed(let words),
            .outOfBoundsError(let words), .unsupportedRequest(let words), .unsupportedRevision(let words):
            words
        case .requestCancelled: "The request was cancelled."
        }
    }

    init(_ error: any Error) {
        let error = VNRequest.visionError(error)
        let words = error.localizedDescription
        self =
            switch VNErrorCode(rawValue: error.code) {
            case .dataUnavailable: .dataUnavailable(words)
            case .invalidArgument: .invalidArgument(words)
            case .invalidImage: .invalidImage(words)
            case .invalidModel: .invalidModel(words)
            case .ioError: .ioError(words)
            case .outOfBoundsError: .outOfBoundsError(words)
            case .requestCancelled: .requestCancelled
            case .unsupportedRevision: .unsupportedRevision(words)
            default: .operationFailed(words)
            }
    }
}

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

/// Finds machine-readable codes and what they say.
public struct DetectBarcodesRequest: AnswerableRequest {
    public typealias Result = [BarcodeObservation]

    /// Which algorithm answers.
    public enum Revision: Sendable, Hashable, Codable, Comparable {
        case revision4
    }

    public static let supportedRevisions: [Revision] = [.revision4]

    public let revision: Revision
    public var regionOfInterest = NormalizedRect.fullImage
    /// The kinds that are looked for; all by default. Fewer take less time.
    public var symbologies = BarcodeSymbology.readable
    /// Whether the parts of a composite code are told as one. Composite codes are not read here, so it changes nothing.
    public var coalescesCompositeSymbologies = false

    /// - Parameter revision: the newest one if there is none.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision4
    }

    /// All kinds that can be looked for.
    public var supportedSymbologies: [BarcodeSymbology] { BarcodeSymbology.readable }

    public var description: String { "DetectBarcodesRequest(\(symbologies))" }

    func answer(_ image: RequestImage, isCancelled: () -> Bool) throws -> Result {
        let wanted = symbologies.map(\.symbology)
        let query = BarcodeQuery(
            region: try regionOfInterest.checked(),
            kinds: try VNBarcodeSymbology.kinds(of: wanted)
        )
        return try query.find(image).filter { wanted.contains(VNBarcodeSymbology($0.code)) }.map { code, place in
            BarcodeObservation(VNBarcodeObservation(code, place: place))
        }
    }
}

/// A kind of machine-readable code.
public enum BarcodeSymbology: Sendable, Hashable, Codable, CaseIterable {
    case aztec, codabar, code39, code39Checksum, code39FullASCII, code39FullASCIIChecksum, code93, code93i, code128
    case dataMatrix, ean8, ean13, gs1DataBar, gs1DataBarExpanded, gs1DataBarLimited, i2of5, i2of5Checksum, itf14
    case microPDF417, microQR, msiPlessey, pdf417, qr, upce

    static let readable = allCases.filter { VNBarcodeSymbology.readable.contains($0.symbology) }

    init(_ symbology: VNBarcodeSymbology) {
        self = Self.allCases.first { $0.symbology == symbology } ?? .qr
    }

    /// The same in the older interface.
    var symbology: VNBarcodeSymbology {
        switch self {
        case .aztec: .aztec
        case .codabar: .codabar
        case .code39: .code39
        case .code39Checksum: .code39Checksum
        case .code39FullASCII: .code39FullASCII
        case .code39FullASCIIChecksum: .code39FullASCIIChecksum
        case .code93: .code93
        case .code93i: .code93i
        case .code128: .code128
        case .dataMatrix: .dataMatrix
        case .ean8: .ean8
        case .ean13: .ean13
        case .gs1DataBar: .gs1DataBar
        case .gs1DataBarExpanded: .gs1DataBarExpanded
        case .gs1DataBarLimited: .gs1DataBarLimited
        case .i2of5: .i2of5
        case .i2of5Checksum: .i2of5Checksum
        case .itf14: .itf14
        case .microPDF417: .microPDF417
        case .microQR: .microQR
        case .msiPlessey: .msiPlessey
        case .pdf417: .pdf417
        case .qr: .qr
        case .upce: .upce
        }
    }
}
