public import Foundation
import HTTPTypes

/// The value of `Upload-Checksum`: an algorithm and what it gives for the body.
public struct UploadChecksum: Sendable, Hashable {
    /// The algorithms that the server knows; tus demands the first.
    public enum Algorithm: String, Sendable, CaseIterable {
        /// SHA-1, which finds damage and stops no forger.
        case sha1
        /// SHA-256
        case sha256

        /// The bytes of a checksum.
        public var length: Int {
            switch self {
            case .sha1: 20
            case .sha256: 32
            }
        }
    }

    /// The algorithm.
    public let algorithm: Algorithm
    /// The checksum.
    public let digest: Data

    /// Makes a checksum.
    public init(algorithm: Algorithm, digest: Data) {
        self.algorithm = algorithm
        self.digest = digest
    }

    /// Reads the header's value: an algorithm, a space and Base64.
    public init(fieldValue: String) throws(TusFailure) {
        let parts = fieldValue.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .invalidHeader(.uploadChecksum) }
        guard let algorithm = Algorithm(rawValue: String(parts[0])) else { throw .unknownChecksumAlgorithm }
        guard let digest = Data(base64Encoded: String(parts[1])), digest.count == algorithm.length else {
            throw .invalidHeader(.uploadChecksum)
        }
        self.init(algorithm: algorithm, digest: digest)
    }

    /// The header's value.
    public var fieldValue: String { "\(algorithm.rawValue) \(digest.base64EncodedString())" }
}
