import ArgumentParser
import CameraEngine
import CommandSupport
import Testing

@testable import pinhole

@Suite("Which size and rate a movie is to have")
struct MovieFormatOptionTests {
    private static let choices = [
        MovieFormat(width: 3840, height: 2160, framesPerSecond: 30),
        MovieFormat(width: 1920, height: 1080, framesPerSecond: 24),
        MovieFormat(width: 1920, height: 1080, framesPerSecond: 30),
        MovieFormat(width: 1920, height: 1080, framesPerSecond: 60),
        MovieFormat(width: 1280, height: 720, framesPerSecond: 60),
        MovieFormat(width: 640, height: 480, framesPerSecond: 120),
    ]

    private func format(_ arguments: String...) throws -> MovieFormat? {
        let command = try RecordCommand.parse(["--output", "walk.mov"] + arguments)
        return try command.formatOption.format(among: Self.choices, ofCamera: "Desk Camera")
    }

    @Test("Size and rate are those that are asked for; what is not asked for is as usual")
    func wanted() throws {
        #expect(try format() == nil)
        #expect(try format("--size", "1280x720", "--rate", "60") == Self.choices[4])
        #expect(try format("--size", "1920x1080") == Self.choices[2])
        #expect(try format("--size", "1280x720") == Self.choices[4])
        #expect(try format("--rate", "60") == Self.choices[3])
        #expect(try format("--rate", "30") == Self.choices[2])
        #expect(try format("--rate", "120") == Self.choices[5])
    }

    @Test("What the camera has not is refused, with what it has")
    func missing() {
        for arguments in [["--size", "1280x720", "--rate", "30"], ["--size", "800x600"], ["--rate", "25"]] {
            let error = #expect(throws: CommandError.self) {
                try RecordCommand.parse(["--output", "walk.mov"] + arguments).formatOption
                    .format(among: Self.choices, ofCamera: "Desk Camera")
            }
            let words = error.map { "\($0)" } ?? ""
            #expect(words.contains("Desk Camera") && words.contains("1920 x 1080 at 24, 30, 60"), "\(words)")
        }
    }

    @Test(
        "What is no size and no rate is refused, and both with two cameras",
        arguments: [
            ["--size", "1280"], ["--size", "-1x720"], ["--rate", "0"], ["--rate", "-30"], ["--rate", "29.97"],
            ["--rate", "fast"], ["--rate", "100000"], ["--dual", "--rate", "30"], ["--dual", "--size", "1280x720"],
        ]
    )
    func nonsense(arguments: [String]) {
        #expect(throws: (any Error).self) { try RecordCommand.parse(["--output", "walk.mov"] + arguments) }
    }
}
