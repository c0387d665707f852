import Foundation

/// A depth map. No camera here makes one, so there are no objects of this class; it exists so that code that asks for
/// depth data and finds none compiles.
open class AVDepthData: NSObject {
    /// Nothing makes depth data.
    @available(*, unavailable, message: "No camera here gives depth data.")
    public override init() { super.init() }
}
