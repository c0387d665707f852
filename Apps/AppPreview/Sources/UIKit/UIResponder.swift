import Foundation

/// What takes part in an app's chain of responders. Here it is the root of UIKit's classes, and nothing else.
@MainActor
@preconcurrency
open class UIResponder: NSObject {
    public nonisolated override init() {
        super.init()
    }
}
