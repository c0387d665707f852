public import HummingbirdCore

/// How a server encrypts. `ViewfinderTLS` makes one of a certificate; a server that is given none does not encrypt.
public struct ServerEncryption: Sendable {
    /// The SHA-256 digest of the certificate as browsers show it: hexadecimal digits in pairs, with colons between.
    public let fingerprint: String
    /// A channel that decrypts for the one that is given, which speaks HTTP.
    let encrypt: @Sendable (HTTP1Channel) throws -> any ServerChildChannel

    /// Makes a description of encryption.
    ///
    /// - Parameters:
    ///   - fingerprint: of the certificate.
    ///   - encrypt: makes a channel that decrypts, for one that speaks HTTP.
    public init(fingerprint: String, encrypt: @escaping @Sendable (HTTP1Channel) throws -> any ServerChildChannel) {
        self.fingerprint = fingerprint
        self.encrypt = encrypt
    }
}
