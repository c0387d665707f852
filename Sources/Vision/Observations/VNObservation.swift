import CoreMedia
import Foundation

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
