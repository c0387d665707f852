#if canImport(Network)
    /// Tells what the system knows of the network.
    public typealias SystemNetworkMonitor = PathMonitor
#else
    /// Tells what the system knows of the network. On Linux nobody asks it: a recogniser may run on the same machine, which is reached
    /// without any network, and the queue finds out by itself whether another one is.
    public typealias SystemNetworkMonitor = AlwaysReachable
#endif
