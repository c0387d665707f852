import BookshelfScene
import SimulatedDriver
import SimulatorControl
import Testing

@Suite("What simulated cameras look at")
struct SceneSelectionTests {
    @Test(
        "A name, a level, or a file",
        arguments: [
            ("valley", SceneSelection.valley), ("bookshelf", .bookshelf(.tilted)),
            ("bookshelf:4", .bookshelf(.textured)),
            ("holiday.mp4", .file("holiday.mp4")),
        ]
    )
    func choice(argument: String, expected: SceneSelection) {
        #expect(SceneSelection(argument: argument) == expected)
    }

    @Test("A level that there is not is none", arguments: ["bookshelf:5", "bookshelf:", "bookshelf:easy"])
    func noLevel(argument: String) {
        #expect(SceneSelection(argument: argument) == nil)
    }

    @Test("The seed decides which books stand on the shelf")
    func seeds() throws {
        let shelves = try [7, 7, 8].map { seed in
            try #require(SceneSelection.bookshelf(.clean).scene(seed: seed) as? ShelfScene).books()
        }
        #expect(shelves[0] == shelves[1] && shelves[0] != shelves[2])
        #expect(shelves[0].count == 10)
    }

    @Test("A file that is none is named, and what to do")
    func missing() {
        let error = #expect(throws: SceneError.self) { try SceneSelection.file("/nowhere/shelf.jpg").scene(seed: 1) }
        #expect(error?.description.contains("/nowhere/shelf.jpg") == true)
    }
}
