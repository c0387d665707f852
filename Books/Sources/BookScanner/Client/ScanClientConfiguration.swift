import Foundation

/// Where the recognition service is, and how long it is waited for.
public struct ScanClientConfiguration: Sendable {
    /// The service's root, for example `http://127.0.0.1:8080`. A path goes before those of the protocol.
    public var server: URL
    /// The secret that the service asks for, if it does.
    public var token: String?
    /// How many bytes one request carries; after each the server's progress is known.
    public var chunkSize = 128 << 10
    /// How long an answer is waited for.
    public var answerTimeout = Duration.seconds(60)
    /// How long a stream of events may be silent; the server's heartbeats come more often.
    public var silenceTimeout = Duration.seconds(45)

    /// A configuration.
    public init(server: URL, token: String? = nil) {
        self.server = server
        self.token = token
    }
}
