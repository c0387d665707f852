extension AVAudioSession {
    /// Why the route changed.
    public enum RouteChangeReason: UInt, Sendable, CaseIterable {
        /// Nobody knows.
        case unknown = 0
        /// Something was plugged in or connected.
        case newDeviceAvailable = 1
        /// Something is gone.
        case oldDeviceUnavailable = 2
        /// The category, or its options, changed.
        case categoryChange = 3
        /// The route was overridden, or another input is preferred.
        case override = 4
        /// The machine woke up.
        case wakeFromSleep = 6
        /// The category has no route.
        case noSuitableRouteForCategory = 7
        /// The ports are the same, but not what they do.
        case routeConfigurationChange = 8
    }
}
