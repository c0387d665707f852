#if os(Linux)
    /// Where the app is. A program on Linux has no background in which it may not use the camera, so there is nothing to follow.
    enum AppLifecycle {
        /// To be kept for the engine to be told when the app goes to the background, and comes back.
        @MainActor
        static func followers(telling engine: CameraEngine) -> ObserverTokens { ObserverTokens() }
    }
#endif
