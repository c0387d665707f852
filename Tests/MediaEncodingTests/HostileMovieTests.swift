import Foundation
import MovieJudges
import Testing

@testable import MediaEncoding

/// Files that were damaged, or made to do damage: they are refused or read, and nothing traps, hangs or grows.
@Suite("Damaged movies")
struct HostileMovieTests {
    private static let patience = 60.0

    /// Looks at bytes as at a file, and tries to save it; one that cannot be saved stays as it is.
    private func survive(_ bytes: Data, in folder: TestFolder, _ comment: Comment) throws {
        let url = folder.url("hostile.mp4")
        try bytes.write(to: url)
        let start = ContinuousClock.now
        _ = try? MovieRecovery.examine(url)
        do throws(MediaEncodingError) {
            let found = try MovieRecovery.recover(url)
            #expect(found.fileSize >= 0, comment)
        } catch {
            #expect(!error.advice.isEmpty, comment)
            if error.kind == .unreadable, (try? MovieRecovery.examine(url))?.isComplete != true {
                #expect(try Data(contentsOf: url) == bytes, comment)
            }
        }
        let seconds = start.duration(to: .now) / .seconds(1)
        #expect(seconds < Self.patience, comment)
    }

    /// Numbers that are the same on every run.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    @Test("Bytes changed at random, in recordings and in finished movies", arguments: [1, 2, 3, 4])
    func mutations(seed: UInt64) throws {
        let folder = try TestFolder()
        let movie = try RecordedMovie.usual()
        let cut = folder.url("cut.mp4")
        try movie.leave(at: cut)
        let whole = folder.url("whole.mp4")
        let file = try MovieFile(movie.settings(whole))
        try movie.append(to: file)
        try file.finish()
        var dice = Dice(state: seed)
        for url in [cut, whole] {
            let bytes = try Data(contentsOf: url)
            let marks = ["moov", "moof", "trun", "tfhd", "tfdt", "free", "mdat", "stsz", "stts", "stsc", "Pinhole"]
            let places = marks.compactMap { bytes.range(of: Data($0.utf8))?.lowerBound }
            for turn in 0..<30 {
                var changed = bytes
                for _ in 0...turn % 4 {
                    // Mostly where it hurts: in headers and tables.
                    let near = places.randomElement(using: &dice) ?? 0
                    let place =
                        turn % 5 == 0
                        ? Int.random(in: 0..<bytes.count, using: &dice)
                        : min(bytes.count - 1, max(0, near + Int.random(in: -8..<48, using: &dice)))
                    changed[place] =
                        [0, 0xff, 0x7f, 0x80, UInt8.random(in: 0...255, using: &dice)]
                        .randomElement(using: &dice) ?? 0
                }
                try survive(changed, in: folder, "seed \(seed), turn \(turn) of \(url.lastPathComponent)")
            }
        }
    }

    @Test("Garbage, boxes of absurd sizes, and files of nothing but boxes")
    func garbage() throws {
        let folder = try TestFolder()
        let kind = Data([0, 0, 0, 16]) + Data("ftypisom".utf8) + Data([0, 0, 2, 0])
        func box(_ size: UInt32, _ type: String, _ body: Data = Data()) -> Data {
            withUnsafeBytes(of: size.bigEndian) { Data($0) } + Data(type.utf8) + body
        }
        let longest = Data([0x7f] + [UInt8](repeating: 0xff, count: 7))
        let cases: [(Comment, Data)] = [
            ("nothing", Data()),
            ("zeros", Data(count: 1 << 16)),
            ("text", Data(String(repeating: "moov moof mdat free ", count: 500).utf8)),
            ("a box without an end", kind + box(1, "free", longest) + box(8, "mdat")),
            ("two boxes without an end", kind + box(1, "mdat", longest) + box(1, "mdat", longest)),
            ("a negative size", kind + box(1, "mdat", Data(repeating: 0xff, count: 8))),
            ("a box that contains itself", kind + box(0, "moov", box(0, "trak", box(0, "mdia"))) + box(8, "mdat")),
            ("an index of nothing", kind + box(8, "moov") + box(8, "mdat")),
            ("a fragment of nothing", kind + box(8, "moov") + box(8, "moof") + box(8, "mdat")),
            (
                "two million boxes",
                kind + Data((0..<(1 << 20) + 9).flatMap { _ in [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65] as [UInt8] })
            ),
        ]
        for (comment, bytes) in cases { try survive(bytes, in: folder, comment) }
    }

    @Test("Tables that announce billions of samples are refused before anybody makes room for them")
    func counts() throws {
        let folder = try TestFolder()
        let url = folder.url("a.mp4")
        let movie = try RecordedMovie.usual()
        try movie.leave(at: url)
        let bytes = try Data(contentsOf: url)
        // The run's flags say that each sample has the usual length: the count stands for itself.
        let run = try #require(bytes.range(of: Data("trun".utf8))?.lowerBound)
        var changed = bytes
        changed.replaceSubrange(run + 4..<run + 12, with: [0, 0, 0, 1, 0x0f, 0xff, 0xff, 0xff])
        try changed.write(to: url)
        #expect(throws: MediaEncodingError.self) { try MovieRecovery.examine(url) }
        #expect(throws: MediaEncodingError.self) { try MovieRecovery.recover(url) }
        #expect(try Data(contentsOf: url) == changed)
    }

    @Test("A record whose numbers make no sense is none")
    func records() throws {
        let folder = try TestFolder()
        let url = folder.url("a.mp4")
        try RecordedMovie.usual().leave(at: url)
        let bytes = try Data(contentsOf: url)
        for (from, to) in [
            ("\"timescale\":90000", "\"timescale\":-9000"), ("\"timescale\":90000", "\"timescale\":00000"),
            ("\"width\":160", "\"width\":-16"), ("\"lead\":1024", "\"lead\":1e24"),
            ("\"movieTimescale\":9", "\"movieTimescale\":-"),
        ] {
            let place = try #require(bytes.range(of: Data(from.utf8)), "\(from)")
            var changed = bytes
            changed.replaceSubrange(place, with: Data(to.utf8))
            try changed.write(to: url)
            let error = #expect(throws: MediaEncodingError.self) { try MovieRecovery.recover(url) }
            #expect(error?.kind == .unreadable, "\(to)")
            #expect(try Data(contentsOf: url) == changed)
        }
    }
}
