#if !os(Linux)
    #if canImport(UIKit)
        import UIKit
    #endif

    /// Time for finishing a movie while the app goes to the background, where it would be suspended within seconds.
    @MainActor
    final class ExtraTime {
        #if canImport(UIKit)
            private var task = UIBackgroundTaskIdentifier.invalid
        #endif

        /// Asks for time.
        func begin() {
            #if canImport(UIKit)
                guard task == .invalid else { return }
                task = UIApplication.shared.beginBackgroundTask(withName: "Finishing a movie") { [weak self] in
                    self?.end()
                }
            #endif
        }

        /// Gives back what is left.
        func end() {
            #if canImport(UIKit)
                guard task != .invalid else { return }
                UIApplication.shared.endBackgroundTask(task)
                task = .invalid
            #endif
        }
    }
#endif
