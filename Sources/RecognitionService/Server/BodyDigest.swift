import Crypto
import Foundation
import NIOCore
import ScanProtocol

/// The checksum of a body, taken while it comes in.
struct BodyDigest {
    private enum Hash {
        case sha1(Insecure.SHA1)
        case sha256(SHA256)
    }

    private let expected: Data
    private var hash: Hash

    init(_ checksum: UploadChecksum) {
        expected = checksum.digest
        switch checksum.algorithm {
        case .sha1: hash = .sha1(Insecure.SHA1())
        case .sha256: hash = .sha256(SHA256())
        }
    }

    mutating func update(_ bytes: Data) {
        switch hash {
        case .sha1(var function):
            function.update(data: bytes)
            hash = .sha1(function)
        case .sha256(var function):
            function.update(data: bytes)
            hash = .sha256(function)
        }
    }

    /// Whether the body is the one that the client sent.
    var matches: Bool {
        switch hash {
        case .sha1(let function): Data(function.finalize()) == expected
        case .sha256(let function): Data(function.finalize()) == expected
        }
    }
}
