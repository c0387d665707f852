import BarcodeDetection
import CoreMedia
import Foundation
import TextRecognition

/// How sure an observation is, from 0 to 1.
public typealias VNConfidence = Float

/// Something that a request found.
///
/// Does not change; may be read on any thread.
open class VNObservation: NSObject, @unchecked Sendable {
    // @unchecked: neither this class nor those of this module that inherit from it have anything that changes.
    /// Names this observation.
    public let uuid = UUID()
    /// How sure it is, from 0 to 1.
    public let confidence: VNConfidence
    /// When what was seen was captured; invalid for a picture without a time.
    public let timeRange: CMTimeRange

    init(confidence: Double, timeRange: CMTimeRange = .invalid) {
        self.confidence = VNConfidence(max(0, min(1, confidence)))
        self.timeRange = timeRange
    }
}

/// Something that was found at a place.
open class VNDetectedObjectObservation: VNObservation, @unchecked Sendable {
    /// The smallest upright rectangle around it, as shares of what was looked at, from the lower left corner.
    public let boundingBox: CGRect

    init(boundingBox: CGRect, confidence: Double) {
        self.boundingBox = boundingBox
        super.init(confidence: confidence)
    }
}

/// Something with four corners, which are named as what is in it is read: text on its head has its `topLeft` at the lower right.
open class VNRectangleObservation: VNDetectedObjectObservation, @unchecked Sendable {
    public let topLeft: CGPoint
    public let topRight: CGPoint
    public let bottomLeft: CGPoint
    public let bottomRight: CGPoint

    init(_ place: NormalizedQuad, confidence: Double) {
        topLeft = place.topLeft
        topRight = place.topRight
        bottomLeft = place.bottomLeft
        bottomRight = place.bottomRight
        super.init(boundingBox: place.boundingBox, confidence: confidence)
    }
}

/// A line of text that was found and not read.
open class VNTextObservation: VNRectangleObservation, @unchecked Sendable {
    /// Where its letters are; `nil` unless they were asked for.
    public let characterBoxes: [VNRectangleObservation]?

    init(_ place: NormalizedQuad, confidence: Double, characters: [VNRectangleObservation]?) {
        characterBoxes = characters
        super.init(place, confidence: confidence)
    }
}

/// A line of text that was read.
open class VNRecognizedTextObservation: VNRectangleObservation, @unchecked Sendable {
    private let line: TextQuery.Line
    /// Nobody gets more.
    private static let mostCandidates = 10

    init(_ line: TextQuery.Line) {
        self.line = line
        super.init(line.place, confidence: line.read.confidence)
    }

    /// What it may say, the best guess first.
    /// - Parameter maxCandidateCount: 10 at most.
    open func topCandidates(_ maxCandidateCount: Int) -> [VNRecognizedText] {
        line.read.candidates(min(maxCandidateCount, Self.mostCandidates)).map { candidate in
            VNRecognizedText(candidate, place: line.place)
        }
    }
}

/// What a line of text may say.
///
/// Does not change; may be read on any thread.
open class VNRecognizedText: NSObject, @unchecked Sendable {
    // @unchecked: it has nothing that changes.
    public let string: String
    /// How sure that is, from 0 to 1.
    public let confidence: VNConfidence
    private let read: ReadText
    private let place: NormalizedQuad

    init(_ read: ReadText, place: NormalizedQuad) {
        self.read = read
        self.place = place
        string = read.text
        confidence = VNConfidence(read.confidence)
    }

    /// Where a part of it stands in the picture.
    /// - Throws: an error of Vision's domain for a range that does not lie in `string`.
    open func boundingBox(for range: Range<String.Index>) throws -> VNRectangleObservation? {
        guard let letters = read.letters(of: range) else {
            throw VNErrorCode.outOfBoundsError.error("The range does not lie in \"\(string)\".")
        }
        return VNRectangleObservation(place.part(read.extent(of: letters)), confidence: Double(confidence))
    }
}

/// A machine-readable code that was found.
open class VNBarcodeObservation: VNRectangleObservation, @unchecked Sendable {
    public let symbology: VNBarcodeSymbology
    /// What it says as text; `nil` if it says nothing.
    public let payloadStringValue: String?
    /// What it says as bytes.
    public let payloadData: Data?
    /// Whether what it says is laid out by GS1's rules.
    public let isGS1DataCarrier: Bool

    init(_ code: FoundBarcode, place: NormalizedQuad) {
        symbology = VNBarcodeSymbology(code)
        payloadStringValue = code.text.isEmpty ? nil : code.text
        payloadData = code.data
        isGS1DataCarrier = code.isGS1
        // A code is read right or, by its check digits, not at all.
        super.init(place, confidence: 1)
    }
}
