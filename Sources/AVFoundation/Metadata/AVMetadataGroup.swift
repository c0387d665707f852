import Foundation

/// Metadata items that belong together, exactly as Apple's class of the same name: ``AVTimedMetadataGroup`` is one.
open class AVMetadataGroup: NSObject {
    override init() { super.init() }

    /// The items.
    open var items: [AVMetadataItem] { [] }
}
