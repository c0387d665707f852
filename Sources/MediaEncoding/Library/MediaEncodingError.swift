import CoreMedia

/// Why something could not be encoded, written or read.
public struct MediaEncodingError: Error, Sendable, Hashable {
    /// The kinds of failure.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// No encoder of this machine makes what is asked for.
        case encoderMissing
        /// The settings contradict each other, or the encoder refuses them.
        case unsupportedSettings
        /// The encoder failed.
        case encoderFailed
        /// A file is there already.
        case fileExists
        /// The folder is missing, or may not be written.
        case cannotCreate
        /// No space is left.
        case diskFull
        /// Writing failed for another reason.
        case writeFailed
        /// What was appended does not fit: no numeric time, earlier than what came before, or of another format.
        case invalidSample
        /// The file is no movie, or nothing of it can be saved.
        case unreadable
        /// The file is of a kind that is not read here.
        case unknownFormat
        /// No decoder of this machine reads what the file has.
        case decoderMissing
        /// The decoder refused what the file has.
        case decoderFailed
    }

    /// The kind of failure.
    public var kind: Kind
    /// What was being done, in the library's or the kernel's terms.
    public var operation: String
    /// The library's or the kernel's own code (negative errno or AVERROR); 0 when there is none.
    public var code: Int32
    /// What the user can do.
    public var advice: String

    /// Makes an error.
    public init(kind: Kind, operation: String, code: Int32 = 0, advice: String) {
        self.kind = kind
        self.operation = operation
        self.code = code
        self.advice = advice
    }
}
