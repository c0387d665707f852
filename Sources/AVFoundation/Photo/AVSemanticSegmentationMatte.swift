import Foundation

/// A matte that tells hair, skin or teeth from the rest. Nothing here makes one, so there are no objects of this class; it
/// exists so that code that asks for mattes and finds none compiles.
open class AVSemanticSegmentationMatte: NSObject {
    /// Nothing makes mattes.
    @available(*, unavailable, message: "No camera here gives mattes.")
    public override init() { super.init() }

    /// What a matte tells from the rest.
    public struct MatteType: RawRepresentable, Hashable, Sendable {
        /// Apple's name of the type.
        public let rawValue: String

        /// A type by Apple's name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Skin.
        public static let skin = MatteType(rawValue: "AVSemanticSegmentationMatteTypeSkin")
        /// Hair.
        public static let hair = MatteType(rawValue: "AVSemanticSegmentationMatteTypeHair")
        /// Teeth.
        public static let teeth = MatteType(rawValue: "AVSemanticSegmentationMatteTypeTeeth")
        /// Glasses.
        public static let glasses = MatteType(rawValue: "AVSemanticSegmentationMatteTypeGlasses")
    }
}
