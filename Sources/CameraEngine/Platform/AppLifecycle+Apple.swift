#if !os(Linux)
    import Foundation
    #if canImport(UIKit)
        import UIKit
    #endif

    /// Where the app is: in the background, or in front (R-LIFE-10).
    enum AppLifecycle {
        /// To be kept for the engine to be told when the app goes to the background, and comes back.
        @MainActor
        static func followers(telling engine: CameraEngine) -> ObserverTokens {
            #if canImport(UIKit)
                func follow(
                    _ name: Notification.Name,
                    _ report: @escaping @Sendable () -> Void
                ) -> any NSObjectProtocol {
                    ObserverTokens.token(name, report) { _ in () }
                }
                return ObserverTokens([
                    follow(UIApplication.didEnterBackgroundNotification) { engine.enterBackground() },
                    follow(UIApplication.willEnterForegroundNotification) { engine.enterForeground() },
                ])
            #else
                // A Mac's app goes on in the background.
                return ObserverTokens()
            #endif
        }
    }
#endif
