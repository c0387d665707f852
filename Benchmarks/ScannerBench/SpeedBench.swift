import ArgumentParser
import BookCatalogue
import BookMatching
import BookRecognition
import BookshelfScene
import Foundation
import KnownBooks

/// How long a photo takes, and how much memory.
struct SpeedBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "speed",
        abstract: "Measure time from file to books, with the models loaded, and memory."
    )

    @Option(help: "How many shelves of ten books.")
    var shelves = 10

    @Flag(help: "Wait until memory has been given back, too: a minute.")
    var rest = false

    func run() throws {
        let catalogue = try BookCatalogue()
        try catalogue.importKnownBooks()
        let fonts = try FontLibrary()
        let books = try KnownBooks.load()
        var times: [Double] = []
        let before = Memory.megabytes("VmRSS")
        // The first one loads the models.
        for seed in 0...UInt64(shelves) {
            let shelf = try Bookshelf(BookshelfRequest(seed: seed, level: .tilted, books: books), fonts: fonts)
            try TemporaryImage.with(shelf) { file in
                let begin = ContinuousClock.now
                let photo = try ShelfPhoto(file: Data(contentsOf: file))
                let found = try catalogue.books(on: ShelfReading(photo.lines, codes: photo.codes))
                times.append(begin.duration(to: .now) / .seconds(1))
                guard !found.isEmpty else { throw ValidationError("Nothing was found on shelf \(seed).") }
            }
        }
        let warm = times.dropFirst().sorted()
        print("first photo, models loaded besides: \(times[0].short) s")
        print("a photo of ten books: median \(warm[warm.count / 2].short) s, slowest \((warm.last ?? 0).short) s")
        print("resident memory \(before) MB before the first photo, at most \(Memory.megabytes("VmHWM")) MB")
        guard rest else { return }
        Thread.sleep(forTimeInterval: 65)
        print("after a minute without work \(Memory.megabytes("VmRSS")) MB")
    }
}

/// This process' memory as the kernel counts it.
private enum Memory {
    static func megabytes(_ field: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(field + ":") }
        return (line?.split(separator: " ").dropLast().last.flatMap { Int($0) } ?? 0) / 1024
    }
}
