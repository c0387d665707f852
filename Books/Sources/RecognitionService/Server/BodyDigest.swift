import Digests
import Foundation
import ScanProtocol

/// The checksum of a body, taken while it comes in.
struct BodyDigest {
    private let expected: Data
    private let computation: DigestComputation

    init(_ checksum: UploadChecksum) {
        expected = checksum.digest
        switch checksum.algorithm {
        case .sha1: computation = DigestComputation(.sha1)
        case .sha256: computation = DigestComputation(.sha256)
        }
    }

    func update(_ bytes: Data) { computation.update(bytes) }

    /// Whether the body is the one that the client sent.
    var matches: Bool { computation.finish().bytes == expected }
}
