import Digests
import Foundation

/// The SHA-256 digest of a secret, which is kept in the place of the secret.
struct SecretDigest: Sendable {
    private let digest: MessageDigest

    init(_ secret: some StringProtocol) {
        digest = MessageDigest(of: Data(secret.utf8))
    }

    /// Whether a candidate is the secret. Digests of equal length are compared, in constant time: the time this
    /// takes depends on the candidate's length alone.
    func matches(_ candidate: some StringProtocol) -> Bool {
        SecretDigest(candidate).digest == digest
    }

    /// The digest in hexadecimal digits.
    var text: String { digest.hexadecimal }
}
