public import Foundation

#if canImport(CryptoKit)
    import CryptoKit
#endif

/// The SHA-256 digest of a message; on Linux also others.
public struct MessageDigest: Sendable {
    /// The digest itself.
    public let bytes: Data

    init(bytes: Data) {
        self.bytes = bytes
    }

    #if canImport(CryptoKit)
        /// Computes the SHA-256 digest of a message that is in memory as a whole.
        public init(of message: some DataProtocol) {
            bytes = Data(SHA256.hash(data: message))
        }
    #endif

    /// The digest in hexadecimal digits, lower case.
    public var hexadecimal: String {
        bytes.map { String(format: "%02x", $0) }.joined()
    }
}
