// What the engine uses of UIKit.
@_exported import Foundation

@MainActor
open class UIApplication: NSObject {
    nonisolated public class var didEnterBackgroundNotification: NSNotification.Name { fatalError() }
    nonisolated public class var willEnterForegroundNotification: NSNotification.Name { fatalError() }
}
