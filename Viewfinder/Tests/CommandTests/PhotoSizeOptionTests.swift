import ArgumentParser
import CameraEngine
import Testing

@testable import pinhole

@Suite("How large a photo is to be")
struct PhotoSizeOptionTests {
    private func wanted(_ arguments: String...) throws -> PhotoSize? {
        let command = try PhotoCommand.parse(["--output", "shelf.jpg"] + arguments)
        return command.sizeOption.wanted
    }

    @Test("R-SCAN-9: --scan stands for the size that the scanner uses")
    func scan() throws {
        #expect(try wanted("--scan") == .scanning)
        #expect(try wanted("--size", "1536x1152") == .largerScanning)
        #expect(try wanted("--size", "640X480") == PhotoSize(width: 640, height: 480))
        #expect(try wanted() == nil)
    }

    @Test(
        "What is no size is refused, and so are two sizes",
        arguments: ["1024", "1024x", "x768", "1024x768x3", "0x768", "-4x3", "1024 x 768", "70000x10", "axb", ""]
    )
    func nonsense(words: String) {
        #expect(throws: (any Error).self) { try wanted("--size", words) }
        #expect(throws: (any Error).self) { try wanted("--scan", "--size", "1024x768") }
    }
}
