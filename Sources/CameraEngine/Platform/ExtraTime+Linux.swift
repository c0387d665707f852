#if os(Linux)
    /// Time for finishing a movie while the app goes to the background. Nobody suspends a program on Linux for being there.
    @MainActor
    final class ExtraTime {
        /// Asks for time.
        func begin() {}

        /// Gives back what is left.
        func end() {}
    }
#endif
