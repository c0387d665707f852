import ArgumentParser
import CommandSupport
import Foundation
import ScannerLink
import Viewfinder

#if TLS
    import ViewfinderTLS
#endif

/// Whether the viewfinder is encrypted, and with which certificate.
struct TLSOption: ParsableArguments {
    /// Where a certificate comes from that is not given.
    enum Source: String, CaseIterable, ExpressibleByArgument {
        case selfSigned = "self-signed"
    }

    @Option(
        help: ArgumentHelp(
            "Encrypt with a certificate that pinhole makes and keeps. Browsers warn of it once; compare the fingerprint "
                + "that is printed with what they show.",
            valueName: "self-signed"
        )
    )
    var tls: Source?

    @Option(
        help: ArgumentHelp(
            "Encrypt with this certificate (PEM; others that lead to it follow in the file).",
            valueName: "file"
        ),
        completion: .file(extensions: ["pem", "crt"])
    )
    var tlsCertificate: String?

    @Option(
        help: ArgumentHelp("The key of that certificate (PEM, without a password).", valueName: "file"),
        completion: .file(extensions: ["pem", "key"])
    )
    var tlsKey: String?

    func validate() throws {
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key belong together.")
        }
        guard tls == nil || tlsCertificate == nil else {
            throw ValidationError("Give --tls self-signed or a certificate, not both.")
        }
    }

    /// What to encrypt with; nil for nothing.
    func encryption() throws -> ServerEncryption? {
        guard tls != nil || tlsCertificate != nil else { return nil }
        #if TLS
            return try identity()?.encryption
        #else
            throw CommandError(
                "This pinhole was built without TLS. 'scripts/run' builds one with it when it is given these options, as does "
                    + "'swift build --traits TLS' in the folder Viewfinder; Debian packages have it."
            )
        #endif
    }

    #if TLS
        private func identity() throws -> TLSIdentity? {
            if let tlsCertificate, let tlsKey {
                return try TLSIdentity(
                    certificateFile: URL(fileURLWithPath: tlsCertificate),
                    keyFile: URL(fileURLWithPath: tlsKey)
                )
            }
            guard tls == .selfSigned else { return nil }
            return try TLSIdentity.selfSigned(in: DataFolder.url().appending(path: "tls", directoryHint: .isDirectory))
        }
    #endif
}
