#if !canImport(CryptoKit)
    public import Foundation
    import CLibCrypto

    /// The digest of a message that comes in parts. For one task at a time.
    public final class DigestComputation {
        private let context: OpaquePointer

        /// Begins with an empty message.
        public init(_ algorithm: MessageDigest.Algorithm = .sha256) {
            let function =
                switch algorithm {
                case .sha1: EVP_sha1()
                case .sha256: EVP_sha256()
                }
            // Both fail without memory only, or where a machine's policy forbids the function, which then can do nothing.
            guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, function, nil) == 1 else {
                fatalError("libcrypto cannot compute digests with \(algorithm)")
            }
            self.context = context
        }

        deinit { EVP_MD_CTX_free(context) }

        /// Appends a part to the message.
        public func update(_ part: some DataProtocol) {
            for region in part.regions {
                region.withUnsafeBytes { bytes in
                    guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else {
                        fatalError("libcrypto does not go on with a digest")
                    }
                }
            }
        }

        /// The digest of the parts so far.
        public func finish() -> MessageDigest {
            var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
            var count: UInt32 = 0
            // Of a copy, as the computation may go on.
            guard let copy = EVP_MD_CTX_new(), EVP_MD_CTX_copy_ex(copy, context) == 1,
                EVP_DigestFinal_ex(copy, &digest, &count) == 1
            else {
                fatalError("libcrypto does not end a digest")
            }
            EVP_MD_CTX_free(copy)
            return MessageDigest(bytes: Data(digest.prefix(Int(count))))
        }
    }

    extension MessageDigest: Equatable {
        /// How a digest is computed.
        public enum Algorithm: Sendable {
            /// SHA-1, 20 bytes: for checksums against accidents only, as collisions can be made.
            case sha1
            /// SHA-256, 32 bytes.
            case sha256
        }

        /// Computes the digest of a message that is in memory as a whole.
        public init(of message: some DataProtocol, _ algorithm: Algorithm = .sha256) {
            let computation = DigestComputation(algorithm)
            computation.update(message)
            self = computation.finish()
        }

        /// Whether both are the same, in a time that depends on their lengths alone: nobody learns from it where a guess is wrong.
        public static func == (first: MessageDigest, second: MessageDigest) -> Bool {
            guard first.bytes.count == second.bytes.count else { return false }
            return first.bytes.withUnsafeBytes { first in
                second.bytes.withUnsafeBytes { second in
                    CRYPTO_memcmp(first.baseAddress, second.baseAddress, first.count) == 0
                }
            }
        }
    }
#endif
