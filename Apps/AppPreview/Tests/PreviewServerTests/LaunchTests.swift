import ArgumentParser
import Testing

@testable import PreviewServer

@Suite("How the program is started")
struct LaunchTests {
    @Test("Words after one hyphen are the app's own, as Xcode's launch arguments are")
    func arguments() throws {
        let arguments = LaunchArguments([
            "--port", "0", "-recognizer", "http://127.0.0.1:9", "--device", "ipad", "-v", "-AppleLanguages", "(de)",
        ])
        #expect(arguments.preview == ["--port", "0", "--device", "ipad", "-v"])
        #expect(arguments.defaults == ["recognizer": "http://127.0.0.1:9", "AppleLanguages": "(de)"])
        let options = try LaunchOptions.parse(arguments.preview)
        #expect(options.device == .ipad && options.port == 0 && options.verbose)
    }

    @Test(
        "Options that make no sense are refused",
        arguments: [
            ("--port", "70000", "7000"), ("--device", "watch", "ipad"), ("--language", "fr", "de"),
            ("--permission", "maybe", "denied"),
        ]
    )
    func refused(option: String, senseless: String, sensible: String) throws {
        #expect(throws: (any Error).self) { try LaunchOptions.parse([option, senseless]) }
        _ = try LaunchOptions.parse([option, sensible])
    }
}
