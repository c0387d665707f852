import Crypto
import Foundation
import Glibc
import SwiftASN1
import X509

/// A certificate that vouches for itself, and its key, both in the PEM format.
struct SelfSignedCertificate {
    /// How long it is good for: Apple's systems take none that is good for more than 825 days.
    static let lifetime: TimeInterval = 800 * 24 * 3600

    let certificate: String
    let key: String

    /// Makes both.
    ///
    /// - Parameters:
    ///   - names: names and addresses that the certificate is for.
    ///   - now: when it begins, but for a day: not all clocks are right.
    init(names: [String], now: Date) throws {
        let secret = P256.Signing.PrivateKey()
        let name = try DistinguishedName { CommonName("Pinhole") }
        let key = Certificate.PrivateKey(secret)
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: key.publicKey,
            notValidBefore: now - 24 * 3600,
            notValidAfter: now + Self.lifetime,
            issuer: name,
            subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            // Without a key usage: with one that leaves signing certificates out, OpenSSL and BoringSSL do not see that it is signed
            // by itself, and refuse it though it is trusted.
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(names.map(Self.generalName))
            },
            issuerPrivateKey: key
        )
        self.certificate = try certificate.serializeAsPEM().pemString + "\n"
        self.key = secret.pemRepresentation + "\n"
    }

    private static func generalName(_ name: String) -> GeneralName {
        guard let bytes = NetworkAddress.bytes(of: name) else { return .dnsName(name) }
        return .ipAddress(ASN1OctetString(contentBytes: bytes[...]))
    }
}
