import Foundation
import TextRecognition

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
