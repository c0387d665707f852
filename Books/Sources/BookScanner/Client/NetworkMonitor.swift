/// Tells whether there is a network. It may be wrong: the queue tries now and then whatever it says.
public protocol NetworkMonitor: Sendable {
    /// Whether there is a network: at once, and after each change.
    func reachability() -> AsyncStream<Bool>
}

/// There is always a network: for a server on the same machine, and where nothing tells.
public struct AlwaysReachable: NetworkMonitor {
    /// A monitor.
    public init() {}

    public func reachability() -> AsyncStream<Bool> {
        AsyncStream { $0.yield(true) }
    }
}

#if canImport(Network)
    /// Tells what the system knows of the network.
    public typealias SystemNetworkMonitor = PathMonitor
#else
    /// Tells what the system knows of the network. On Linux nobody asks it: a recogniser may run on the same machine, which is reached
    /// without any network, and the queue finds out by itself whether another one is.
    public typealias SystemNetworkMonitor = AlwaysReachable
#endif
