#if canImport(Darwin)
    /// Sends requests as the system's apps do.
    public typealias SystemScanTransport = URLSessionTransport
#else
    import AsyncHTTPClient

    /// Sends requests as programs on this system do.
    public typealias SystemScanTransport = AsyncHTTPClientTransport

    extension AsyncHTTPClientTransport {
        /// A client for whoever has none of its own; it lasts as long as the process.
        private static let processClient = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)

        /// Sends requests through a client of the process's.
        public init() { self.init(client: Self.processClient) }
    }
#endif
