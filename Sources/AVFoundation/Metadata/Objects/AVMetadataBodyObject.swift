import Foundation

// No output here looks for people and animals, so there are no objects of these classes; they exist so that code that asks for them and
// finds them not offered compiles.

/// A body.
open class AVMetadataBodyObject: AVMetadataObject {
    /// Tells the body from others of the same camera.
    public let bodyID: Int

    init(_ common: Common, bodyID: Int) {
        self.bodyID = bodyID
        super.init(common)
    }
}

/// The upper half of a person.
open class AVMetadataHumanBodyObject: AVMetadataBodyObject {}

/// A person.
open class AVMetadataHumanFullBodyObject: AVMetadataBodyObject {}

/// A cat.
open class AVMetadataCatBodyObject: AVMetadataBodyObject {}

/// A dog.
open class AVMetadataDogBodyObject: AVMetadataBodyObject {}

/// A cat's head.
open class AVMetadataCatHeadObject: AVMetadataObject {}

/// A dog's head.
open class AVMetadataDogHeadObject: AVMetadataObject {}

/// What draws the eye.
open class AVMetadataSalientObject: AVMetadataObject {}
