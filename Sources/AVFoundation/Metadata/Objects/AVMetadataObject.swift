import CoreMedia
import Foundation
import FoundationExtras

/// Something that was seen in a camera's pictures; the base of all kinds, exactly as Apple's class of the same name.
///
/// Objects are made by an `AVCaptureMetadataOutput`. They do not change.
open class AVMetadataObject: NSObject {
    /// What all kinds have in common.
    struct Common {
        var type: ObjectType
        var time: CMTime
        var duration: CMTime
        var bounds: CGRect
        /// The camera; objects of one mean nothing in the pictures of another.
        var device: AVCaptureDevice?
    }

    let common: Common

    init(_ common: Common) {
        self.common = common
        super.init()
    }

    /// When the picture was taken, on the session's `synchronizationClock`.
    open var time: CMTime { common.time }

    /// How long the picture lasts; invalid when unknown.
    open var duration: CMTime { common.duration }

    /// Where it is: from (0,0), the top left corner of the unturned picture, to (1,1), its bottom right one. Of a transformed
    /// object, in the coordinates of what it was transformed for.
    open var bounds: CGRect { common.bounds }

    /// What it is.
    open var type: ObjectType { common.type }

    /// Tells objects that belong together, such as a person's face and body; -1 as nothing does here.
    open var groupID: Int { -1 }

    /// Tells the object from others; -1 as nothing does here (S-142).
    open var objectID: Int { -1 }

    /// How cinematic video follows it; not at all.
    open var cinematicVideoFocusMode: AVCaptureDevice.CinematicVideoFocusMode { .none }

    /// Whether cinematic video keeps the distance to it; false.
    open var isFixedFocus: Bool { false }

    /// The same object in other coordinates.
    func transformed(rect: (CGRect) -> CGRect, point: (CGPoint) -> CGPoint) -> AVMetadataObject {
        AVMetadataObject(common.transformed(rect))
    }
}

extension AVMetadataObject.Common {
    /// The same in other coordinates.
    func transformed(_ rect: (CGRect) -> CGRect) -> Self {
        var new = self
        new.bounds = rect(bounds)
        return new
    }
}
