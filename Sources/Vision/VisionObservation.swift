import CoreMedia
import Foundation
import TextRecognition

/// Something that a request found.
public protocol VisionObservation: Hashable, Sendable, CustomStringConvertible {
    /// Names this observation.
    var uuid: UUID { get }
    /// How sure it is, from 0 to 1.
    var confidence: Float { get }
}

/// A line of text that was read.
public struct RecognizedTextObservation: VisionObservation, QuadrilateralProviding {
    public let uuid: UUID
    private let line: VNRecognizedTextObservation

    public init(_ observation: VNRecognizedTextObservation) {
        uuid = observation.uuid
        line = observation
    }

    public var confidence: Float { line.confidence }
    public var topLeft: NormalizedPoint { NormalizedPoint(line.topLeft) }
    public var topRight: NormalizedPoint { NormalizedPoint(line.topRight) }
    public var bottomRight: NormalizedPoint { NormalizedPoint(line.bottomRight) }
    public var bottomLeft: NormalizedPoint { NormalizedPoint(line.bottomLeft) }
    public var boundingBox: NormalizedRect { NormalizedRect(normalizedRect: line.boundingBox) }

    /// The best guess of what it says.
    public var transcript: String { topCandidates(1).first?.string ?? "" }

    /// What it may say, the best guess first.
    /// - Parameter maxCandidateCount: 10 at most.
    public func topCandidates(_ maxCandidateCount: Int) -> [RecognizedText] {
        line.topCandidates(maxCandidateCount).map { RecognizedText($0) }
    }

    public var description: String { "RecognizedTextObservation(\"\(transcript)\", confidence: \(confidence))" }

    public static func == (a: Self, b: Self) -> Bool { a.uuid == b.uuid }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(uuid)
    }
}

/// What a line of text may say.
public struct RecognizedText: Sendable, Hashable {
    private let text: VNRecognizedText

    public init(_ recognizedText: VNRecognizedText) {
        text = recognizedText
    }

    public var string: String { text.string }
    /// How sure that is, from 0 to 1.
    public var confidence: Float { text.confidence }

    /// Where a part of it stands in the picture; `nil` for a range that does not lie in `string`.
    public func boundingBox(for range: Range<String.Index>) -> RectangleObservation? {
        guard let place = try? text.boundingBox(for: range) else { return nil }
        return RectangleObservation(place)
    }
}

/// Something with four corners.
public struct RectangleObservation: VisionObservation, QuadrilateralProviding {
    public let uuid: UUID
    public let confidence: Float
    public let topLeft: NormalizedPoint
    public let topRight: NormalizedPoint
    public let bottomRight: NormalizedPoint
    public let bottomLeft: NormalizedPoint
    public let boundingBox: NormalizedRect

    public init(_ observation: VNRectangleObservation) {
        uuid = observation.uuid
        confidence = observation.confidence
        topLeft = NormalizedPoint(observation.topLeft)
        topRight = NormalizedPoint(observation.topRight)
        bottomRight = NormalizedPoint(observation.bottomRight)
        bottomLeft = NormalizedPoint(observation.bottomLeft)
        boundingBox = NormalizedRect(normalizedRect: observation.boundingBox)
    }

    public var description: String { "RectangleObservation(\(boundingBox.cgRect))" }
}

/// A machine-readable code that was found.
public struct BarcodeObservation: VisionObservation, QuadrilateralProviding {
    public let uuid: UUID
    public let confidence: Float
    public let symbology: BarcodeSymbology
    /// What it says as text; `nil` if it says nothing.
    public let payloadString: String?
    /// What it says as bytes.
    public let payloadData: Data?
    /// Whether what it says is laid out by GS1's rules.
    public let isGS1DataCarrier: Bool
    public let topLeft: NormalizedPoint
    public let topRight: NormalizedPoint
    public let bottomRight: NormalizedPoint
    public let bottomLeft: NormalizedPoint
    public let boundingBox: NormalizedRect

    public init(_ observation: VNBarcodeObservation) {
        let place = RectangleObservation(observation)
        uuid = place.uuid
        confidence = place.confidence
        symbology = BarcodeSymbology(observation.symbology)
        payloadString = observation.payloadStringValue
        payloadData = observation.payloadData
        isGS1DataCarrier = observation.isGS1DataCarrier
        topLeft = place.topLeft
        topRight = place.topRight
        bottomRight = place.bottomRight
        bottomLeft = place.bottomLeft
        boundingBox = place.boundingBox
    }

    public var description: String { "BarcodeObservation(\(symbology), \"\(payloadString ?? "")\")" }
}
