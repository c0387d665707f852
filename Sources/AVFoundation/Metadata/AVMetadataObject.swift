import BarcodeDetection
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

extension AVMetadataObject {
    /// A kind of object.
    public struct ObjectType: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }
}

/// Machine-readable codes.
extension AVMetadataObject.ObjectType {
    /// Aztec.
    public static let aztec = Self(rawValue: "org.iso.Aztec")
    /// Codabar.
    public static let codabar = Self(rawValue: "Codabar")
    /// Code 39.
    public static let code39 = Self(rawValue: "org.iso.Code39")
    /// Code 39 with a check character.
    public static let code39Mod43 = Self(rawValue: "org.iso.Code39Mod43")
    /// Code 93.
    public static let code93 = Self(rawValue: "com.intermec.Code93")
    /// Code 128.
    public static let code128 = Self(rawValue: "org.iso.Code128")
    /// Data Matrix.
    public static let dataMatrix = Self(rawValue: "org.iso.DataMatrix")
    /// EAN-8.
    public static let ean8 = Self(rawValue: "org.gs1.EAN-8")
    /// EAN-13, and UPC-A, which is an EAN-13 whose first digit is zero.
    public static let ean13 = Self(rawValue: "org.gs1.EAN-13")
    /// GS1 DataBar.
    public static let gs1DataBar = Self(rawValue: "org.gs1.GS1DataBar")
    /// GS1 DataBar Expanded.
    public static let gs1DataBarExpanded = Self(rawValue: "org.gs1.GS1DataBarExpanded")
    /// GS1 DataBar Limited.
    public static let gs1DataBarLimited = Self(rawValue: "org.gs1.GS1DataBarLimited")
    /// Interleaved two of five.
    public static let interleaved2of5 = Self(rawValue: "org.ansi.Interleaved2of5")
    /// Interleaved two of five with 14 digits, of which the last one checks the others.
    public static let itf14 = Self(rawValue: "org.gs1.ITF14")
    /// Micro PDF417.
    public static let microPDF417 = Self(rawValue: "org.iso.MicroPDF417")
    /// Micro QR.
    public static let microQR = Self(rawValue: "org.iso.MicroQR")
    /// PDF417.
    public static let pdf417 = Self(rawValue: "org.iso.PDF417")
    /// QR.
    public static let qr = Self(rawValue: "org.iso.QRCode")
    /// UPC-E.
    public static let upce = Self(rawValue: "org.gs1.UPC-E")
}

/// People, animals, and what draws the eye. No output here offers them.
extension AVMetadataObject.ObjectType {
    /// A face.
    public static let face = Self(rawValue: "face")
    /// The upper half of a person.
    public static let humanBody = Self(rawValue: "humanBody")
    /// A person.
    public static let humanFullBody = Self(rawValue: "humanFullBody")
    /// A cat's head.
    public static let catHead = Self(rawValue: "catHead")
    /// A cat.
    public static let catBody = Self(rawValue: "catBody")
    /// A dog's head.
    public static let dogHead = Self(rawValue: "dogHead")
    /// A dog.
    public static let dogBody = Self(rawValue: "dogBody")
    /// What draws the eye.
    public static let salientObject = Self(rawValue: "salientObject")
}

/// A machine-readable code that a camera has seen, exactly as Apple's class of the same name.
///
/// Apple's `descriptor`, which tells how a code was made up, is not declared: its type belongs to Core Image.
open class AVMetadataMachineReadableCodeObject: AVMetadataObject {
    /// The corners, counterclockwise from the upper left corner of the code as it is read; clockwise in a mirrored picture. In the
    /// coordinates of `bounds`.
    public let corners: [CGPoint]

    /// What the code says; `nil` if that is no text.
    public let stringValue: String?

    init(_ common: Common, corners: [CGPoint], stringValue: String?) {
        self.corners = corners
        self.stringValue = stringValue
        super.init(common)
    }

    override func transformed(rect: (CGRect) -> CGRect, point: (CGPoint) -> CGPoint) -> AVMetadataObject {
        AVMetadataMachineReadableCodeObject(
            common.transformed(rect),
            corners: corners.map(point),
            stringValue: stringValue
        )
    }
}

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
