public import CameraEngine

/// Why the camera did not do what it was asked.
public struct CameraCommandError: Error, Codable, Equatable, Sendable {
    /// The kind of failure, which decides the HTTP status.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// The request makes no sense to this camera: an unknown identifier, a factor out of range.
        case invalidRequest
        /// The camera can not do this at all, or not in its present state.
        case unavailable
        /// The photo or movie could not be stored: the folder is not writable, or the disk is full.
        case storage
        /// The camera did not answer in time.
        case timedOut
        /// Anything else.
        case failed
    }

    /// The kind of failure.
    public var kind: Kind
    /// What happened and what the user can do, as a sentence.
    public var message: MessageText
    /// The native error code, if there is one.
    public var code: Int?

    /// Makes an error.
    public init(_ kind: Kind, _ message: MessageText, code: Int? = nil) {
        self.kind = kind
        self.message = message
        self.code = code
    }
}
