import ArgumentParser
import Foundation
import Testing

@testable import pinhole

@Suite("The token of the viewfinder")
struct TokenOptionTests {
    private static let token = "0123456789abcdef"

    /// A file with a text, while `body` runs.
    private static func withFile(_ text: String, _ body: (String) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "token-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        try body(file.path)
    }

    @Test("It comes from a file, from the command line, or from the environment, in this order")
    func sources() throws {
        let environment = [TokenOption.variable: "fedcba9876543210"]
        let none = try TokenOption.parse([])
        #expect(try none.accessToken(environment: [:]) == nil)
        #expect(try none.accessToken(environment: [TokenOption.variable: ""]) == nil)
        #expect(try none.accessToken(environment: environment)?.text == "fedcba9876543210")
        let given = try TokenOption.parse(["--token", Self.token])
        #expect(try given.accessToken(environment: environment)?.text == Self.token)
        try Self.withFile("  \(Self.token)\r\n") { path in
            let option = try TokenOption.parse(["--token-file", path])
            #expect(try option.accessToken(environment: environment)?.text == Self.token)
        }
        #expect(throws: (any Error).self) { try TokenOption.parse(["--token", Self.token, "--token-file", "x"]) }
    }

    @Test("What is wrong with it is said, but not the token")
    func complaints() throws {
        func message(_ option: TokenOption, _ environment: [String: String] = [:]) -> String {
            do {
                _ = try option.accessToken(environment: environment)
                return ""
            } catch {
                return "\(error)"
            }
        }
        #expect(message(try TokenOption.parse(["--token", "short"])).hasPrefix("--token must have at least 16"))
        let none = try TokenOption.parse([])
        let complaint = message(none, [TokenOption.variable: "with some blanks in it"])
        #expect(complaint.hasPrefix("PINHOLE_TOKEN must have") && !complaint.contains("blanks"))
        try Self.withFile("short") { path in
            let complaint = message(try TokenOption.parse(["--token-file", path]))
            #expect(complaint.hasPrefix("The file \(path) must have"))
        }
        #expect(message(try TokenOption.parse(["--token-file", "/nowhere/token"])).contains("/nowhere/token"))
    }
}

@Suite("The certificate of the viewfinder")
struct TLSOptionTests {
    @Test("A certificate and its key belong together, and are no other source's")
    func combinations() throws {
        for arguments in [
            ["--tls-certificate", "a.pem"], ["--tls-key", "a.pem"], ["--tls", "other"],
            ["--tls", "self-signed", "--tls-certificate", "a.pem", "--tls-key", "b.pem"],
        ] {
            #expect(throws: (any Error).self, "\(arguments)") { try TLSOption.parse(arguments) }
        }
        #expect(try TLSOption.parse([]).encryption() == nil)
        #expect(throws: (any Error).self) {
            try TLSOption.parse(["--tls-certificate", "/nowhere/a.pem", "--tls-key", "/nowhere/b.pem"]).encryption()
        }
    }
}
