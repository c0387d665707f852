import Foundation
import Glibc
import Viewfinder

/// What `pinhole serve` says when it listens.
struct ServeAnnouncement: Sendable {
    /// Writes it at once, also when somebody reads it through a pipe.
    ///
    /// - Parameters:
    ///   - url: the address to open on this machine.
    ///   - configuration: of the server.
    func write(_ url: URL, _ configuration: ViewfinderConfiguration) {
        var text = "Viewfinder: \(url.absoluteString)\n"
        if let encryption = configuration.encryption {
            text += "Certificate: SHA-256 \(encryption.fingerprint)\n"
        }
        // What logs in belongs in no log: it is for who sees it now.
        if isatty(STDOUT_FILENO) == 1 { text += Self.invitation(configuration, port: url.port ?? configuration.port) }
        text +=
            "Photos go to \(configuration.photoFolder.path), movies to \(configuration.movieFolder.path). Ctrl-C ends.\n"
        FileHandle.standardOutput.write(Data(text.utf8))
    }

    /// The QR code for a phone in the same network; nothing if no other device reaches the server.
    private static func invitation(_ configuration: ViewfinderConfiguration, port: Int) -> String {
        guard let invitation = configuration.invitations(port: port).first else { return "" }
        return """
            \(invitation.code.terminalText)\
            On a phone in this network: \(invitation.address), or the code above, which logs one device in within \
            \(LoginLinks.lifetime / 60) minutes.

            """
    }
}
