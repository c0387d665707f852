import HTTPTypes

extension HTTPField.Name {
    /// `Host`. The first one of a request is its authority; under this name stand only further ones.
    static let furtherHost = Self("Host")!
    static let secFetchSite = Self("Sec-Fetch-Site")!
    static let secFetchMode = Self("Sec-Fetch-Mode")!
    static let secFetchDest = Self("Sec-Fetch-Dest")!
    static let xFrameOptions = Self("X-Frame-Options")!
    static let referrerPolicy = Self("Referrer-Policy")!
    static let crossOriginOpenerPolicy = Self("Cross-Origin-Opener-Policy")!
    static let crossOriginEmbedderPolicy = Self("Cross-Origin-Embedder-Policy")!
    static let xAccelBuffering = Self("X-Accel-Buffering")!
    /// Another value after each start of the server.
    static let pinholeRun = Self("Pinhole-Run")!
    static let lastEventID = Self("Last-Event-ID")!
}
