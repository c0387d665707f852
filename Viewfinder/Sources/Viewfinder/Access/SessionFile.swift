import Foundation

/// Keeps the sessions over the end of the server, for the one token that they were begun with.
///
/// There are only digests in the file: of each session's secret, and of the token with a salt of its own. Other users cannot read it.
struct SessionFile: Sendable {
    private struct Contents: Codable {
        var salt: String
        var token: String
        var sessions: [LoginSession]
    }

    let url: URL

    /// The sessions that were begun with this token; none if the file is not there, damaged, or of another token.
    func sessions(for token: AccessToken) -> [LoginSession] {
        guard let data = try? Data(contentsOf: url), let contents = try? JSON.decode(Contents.self, from: data),
            contents.token == Self.digest(of: token, contents.salt)
        else { return [] }
        return contents.sessions
    }

    /// Writes the file anew.
    func write(_ sessions: [LoginSession], for token: AccessToken) throws {
        let salt = AccessToken.random().text
        let contents = Contents(salt: salt, token: Self.digest(of: token, salt), sessions: sessions)
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try PrivateFile.write(JSON.data(contents), to: url)
    }

    private static func digest(of token: AccessToken, _ salt: String) -> String {
        SecretDigest("\(salt) \(token.text)").text
    }
}
