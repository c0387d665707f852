import ArgumentParser
import CommandSupport
import Foundation
import ScannerLink
import Viewfinder

#if TLS
    import ViewfinderTLS
#endif

/// The secret that browsers must show: from a file, the environment, or the command line.
struct TokenOption: ParsableArguments {
    /// The environment variable that holds the secret.
    static let variable = "PINHOLE_TOKEN"

    @Option(
        help: ArgumentHelp(
            "A file with the secret that browsers must show; required for any address but this machine's own.",
            discussion: "The environment variable \(variable) can hold the secret itself.",
            valueName: "file"
        ),
        completion: .file()
    )
    var tokenFile: String?

    @Option(
        help: ArgumentHelp(
            "The secret itself. All users of this machine see it in the list of processes: better is --token-file.",
            valueName: "token"
        )
    )
    var token: String?

    func validate() throws {
        guard token == nil || tokenFile == nil else { throw ValidationError("Give --token or --token-file, not both.") }
    }

    /// The secret; nil if there is none. What the command line says counts more than the environment.
    func accessToken(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> AccessToken? {
        if let tokenFile { return try Self.token(try Self.contents(of: tokenFile), source: "The file \(tokenFile)") }
        if let token { return try Self.token(token, source: "--token") }
        // A service manager's file of variables may have it with nothing behind.
        guard let text = environment[Self.variable], !text.isEmpty else { return nil }
        return try Self.token(text, source: Self.variable)
    }

    private static func contents(of path: String) throws -> String {
        do {
            let text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
            return text.trimmingCharacters(in: .whitespacesAndNewlines)
        } catch {
            throw ValidationError("The token cannot be read from \(path): \(error.localizedDescription)")
        }
    }

    private static func token(_ text: String, source: String) throws -> AccessToken {
        guard let token = AccessToken(text) else {
            throw ValidationError(
                "\(source) must have at least \(AccessToken.minimumLength) letters, digits, '-', '_' or '.'."
            )
        }
        return token
    }
}

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
