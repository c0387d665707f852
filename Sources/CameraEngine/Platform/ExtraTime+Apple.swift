#if !os(Linux)
    import Foundation

    /// Time for finishing a movie while the app goes to the background, where it would be suspended within seconds.
    ///
    /// An activity of the process's and not of the application's: extensions, which have no application, build the engine, too.
    @MainActor
    final class ExtraTime {
        /// Lets the activity end; `nil` if there is none.
        private var ending: DispatchSemaphore?

        /// Asks for time.
        func begin() {
            guard ending == nil else { return }
            let ending = DispatchSemaphore(value: 0)
            self.ending = ending
            // The time lasts as long as the block does, and ends early when the system calls it again.
            ProcessInfo.processInfo.performExpiringActivity(withReason: "Finishing a movie") { isExpiring in
                if isExpiring { ending.signal() } else { ending.wait() }
            }
        }

        /// Gives back what is left.
        func end() {
            ending?.signal()
            ending = nil
        }
    }
#endif
