#if canImport(Network)
    import Network

    /// Tells what the system knows of the network's path.
    public struct PathMonitor: NetworkMonitor {
        /// A monitor.
        public init() {}

        public func reachability() -> AsyncStream<Bool> {
            AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
                let task = Task {
                    for await path in NWPathMonitor() { continuation.yield(path.status == .satisfied) }
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        }
    }
#endif
