import Digests
import Foundation
import Testing

@Suite("Digests")
struct MessageDigestTests {
    /// The examples that NIST publishes with FIPS 180-4.
    @Test(
        "Messages have the digests of the standard's examples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ]
    )
    func sha256(message: String, digest: String) {
        #expect(MessageDigest(of: Data(message.utf8)).hexadecimal == digest)
    }

    @Test("SHA-1 has the digest of the standard's example")
    func sha1() {
        let digest = MessageDigest(of: Data("abc".utf8), .sha1)
        #expect(digest.hexadecimal == "a9993e364706816aba3e25717850c26c9cd0d89d")
    }

    @Test(
        "A message in parts has the digest of the whole, and goes on after it was asked for",
        arguments: [1, 63, 64, 65, 1000]
    )
    func parts(size: Int) {
        let message = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0) })
        let computation = DigestComputation()
        #expect(computation.finish() == MessageDigest(of: Data()))
        for start in stride(from: 0, to: message.count, by: size) {
            computation.update(message[start..<min(start + size, message.count)])
        }
        #expect(computation.finish() == MessageDigest(of: message))
        computation.update(Data([1]))
        #expect(computation.finish() == MessageDigest(of: message + [1]))
    }

    @Test("Digests differ where messages or functions do")
    func differences() {
        #expect(MessageDigest(of: Data("a".utf8)) != MessageDigest(of: Data("b".utf8)))
        #expect(MessageDigest(of: Data("a".utf8)) != MessageDigest(of: Data("a".utf8), .sha1))
    }
}
