import HTTPTypes

extension HTTPField.Name {
    static let secFetchSite = Self("Sec-Fetch-Site")!
    static let secFetchMode = Self("Sec-Fetch-Mode")!
    static let xFrameOptions = Self("X-Frame-Options")!
    static let referrerPolicy = Self("Referrer-Policy")!
    static let crossOriginOpenerPolicy = Self("Cross-Origin-Opener-Policy")!
    static let crossOriginEmbedderPolicy = Self("Cross-Origin-Embedder-Policy")!
    static let xAccelBuffering = Self("X-Accel-Buffering")!
    static let lastEventID = Self("Last-Event-ID")!
}
