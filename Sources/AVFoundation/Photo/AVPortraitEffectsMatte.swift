import Foundation

/// A matte that tells people from the background. Nothing here makes one, so there are no objects of this class; it exists
/// so that code that asks for mattes and finds none compiles.
open class AVPortraitEffectsMatte: NSObject {
    /// Nothing makes mattes.
    @available(*, unavailable, message: "No camera here gives mattes.")
    public override init() { super.init() }
}
