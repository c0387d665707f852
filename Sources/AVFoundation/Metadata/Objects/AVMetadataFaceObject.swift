import Foundation
import FoundationExtras

/// A face. No output here looks for faces, so there are no objects of this class; it exists so that code that asks for faces and finds
/// them not offered compiles.
open class AVMetadataFaceObject: AVMetadataObject {
    /// Tells the face from others of the same camera.
    public let faceID: Int
    private let roll: CGFloat?
    private let yaw: CGFloat?

    init(_ common: Common, faceID: Int, rollAngle: CGFloat?, yawAngle: CGFloat?) {
        self.faceID = faceID
        roll = rollAngle
        yaw = yawAngle
        super.init(common)
    }

    /// Whether it is known how far the head leans to a shoulder.
    open var hasRollAngle: Bool { roll != nil }

    /// Degrees by which the head leans to a shoulder. Stops the program if they are not known (S-142).
    open var rollAngle: CGFloat { known(roll, "rollAngle", "hasRollAngle") }

    /// Whether it is known how far the head is turned aside.
    open var hasYawAngle: Bool { yaw != nil }

    /// Degrees by which the head is turned aside. Stops the program if they are not known (S-142).
    open var yawAngle: CGFloat { known(yaw, "yawAngle", "hasYawAngle") }

    private func known(_ angle: CGFloat?, _ selector: String, _ question: String) -> CGFloat {
        guard let angle else {
            programmerError(
                .generic,
                "*** -[AVMetadataFaceObject \(selector)] May not be called when \(question) is NO"
            )
        }
        return angle
    }

    override func transformed(rect: (CGRect) -> CGRect, point: (CGPoint) -> CGPoint) -> AVMetadataObject {
        AVMetadataFaceObject(common.transformed(rect), faceID: faceID, rollAngle: roll, yawAngle: yaw)
    }
}
