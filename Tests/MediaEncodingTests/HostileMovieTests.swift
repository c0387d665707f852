import CoreMedia
import CoreVideo
import Foundation
import MovieValidators
import Testing

@testable import MediaEncoding

/// Files that were damaged, or made to do damage: they are refused or read, and nothing traps, hangs or grows.
@Suite("Damaged movies")
struct HostileMovieTests {
    /// Looks at bytes as at a file, and tries to save it; one that cannot be saved stays as it is. What is read is bounded by the
    /// file's size and by how many boxes there can be in it, whatever its numbers say.
    private func survive(_ bytes: Data, in folder: TestFolder, _ comment: Comment) throws {
        let url = folder.url("hostile.mp4")
        try bytes.write(to: url)
        let looked = try MeteredStorage(MovieFileStorage(opening: url.path, forWriting: false))
        _ = try? MovieRecovery.examine(looked, at: url)
        expectFewReads(looked, comment)
        try read(url, comment)
        let saved = try MeteredStorage(MovieFileStorage(opening: url.path, forWriting: true))
        do throws(MediaEncodingError) {
            try MovieRecovery.recover(saved, at: url) { _ in }
        } catch {
            #expect(!error.advice.isEmpty, comment)
            if error.kind == .unreadable, (try? MovieRecovery.examine(url))?.isComplete != true {
                #expect(try Data(contentsOf: url) == bytes, comment)
            }
        }
        expectFewReads(saved, comment)
    }

    /// Reads and decodes what a demuxer finds.
    private func read(_ url: URL, _ comment: Comment) throws {
        let storage = try MeteredStorage(MovieFileStorage(opening: url.path, forWriting: false))
        guard let demuxer = try? MediaDemuxer(storage, url.path) else { return expectFewReads(storage, comment) }
        for track in demuxer.info.tracks {
            #expect(track.range.isValid && track.range.duration.isNumeric, comment)
            demuxer.select(track: track.index)
            try? demuxer.seek(to: .zero)
            let decoder = try? VideoDecoder(demuxer, pixelFormat: kCVPixelFormatType_32BGRA)
            while let sample = try? demuxer.next() { _ = try? decoder?.decode(sample) }
            // Each way through the file has its own measure.
            try? demuxer.seek(to: track.range.end)
            _ = try? demuxer.next()
        }
        expectFewReads(storage, comment, passes: 2 + 3 * Int64(demuxer.info.tracks.count))
    }

    private func expectFewReads(_ storage: MeteredStorage, _ comment: Comment, passes: Int64 = 1) {
        let size = (try? storage.size()) ?? 0
        #expect(storage.bytesRead <= passes * (8 * size + 128 << 20), comment)
        #expect(storage.reads <= Int(passes) * (Int(size) / 256 + 40_000), comment)
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
            let marks = [
                "elst", "meta", "udta", "moov", "moof", "trun", "tfhd", "tfdt", "free", "mdat", "stsz", "stts", "stsc",
                "Pinhole",
            ]
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

    @Test("Lists of edits that announce more than they have are refused; a movie as it should be is read")
    func edits() throws {
        let folder = try TestFolder()
        let url = folder.url("a.mp4")
        let movie = try RecordedMovie.usual()
        let file = try MovieFile(movie.settings(url))
        try movie.append(to: file)
        try file.finish()
        let info = try MediaDemuxer(url.path).info
        #expect(info.tracks.count == 2 && info.duration > .zero && !info.isFragmented)
        let bytes = try Data(contentsOf: url)
        let list = try #require(bytes.range(of: Data("elst".utf8))?.upperBound)
        for count: [UInt8] in [[0x7f, 0xff, 0xff, 0xff], [0, 0, 0x10, 1], [0, 0, 0, 99]] {
            var changed = bytes
            changed.replaceSubrange(list + 4..<list + 8, with: count)
            try changed.write(to: url)
            #expect(throws: MediaEncodingError.self) { try MediaDemuxer(url.path) }
        }
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

    /// A finished movie with changed numbers behind the type of a box.
    private func finished(_ folder: TestFolder, _ type: String, _ distance: Int, _ numbers: [UInt8]) throws -> URL {
        let url = folder.url("\(type).mp4")
        let movie = try RecordedMovie.usual()
        let file = try MovieFile(movie.settings(url))
        try movie.append(to: file)
        try file.finish()
        var bytes = try Data(contentsOf: url)
        let place = try #require(bytes.range(of: Data(type.utf8))?.upperBound) + distance
        bytes.replaceSubrange(place..<place + numbers.count, with: numbers)
        try bytes.write(to: url)
        return url
    }

    @Test(
        "Numbers whose products and sums have no place in 64 bits are refused",
        arguments: [
            ("stsz", 4, 8), ("stts", 4, 8), ("stsc", 4, 8), ("stco", 4, 4), ("stss", 4, 4), ("stsz", 4, 4),
            ("stsz", 8, 4),
        ]
    )
    func overflow(type: String, distance: Int, count: Int) throws {
        let folder = try TestFolder()
        let url = try finished(folder, type, distance, [UInt8](repeating: 0xff, count: count))
        let error = #expect(throws: MediaEncodingError.self) { try MovieRecovery.examine(url) }
        #expect(error?.kind == .unreadable)
    }

    @Test("Samples of the same length are as many as the library makes of them, whatever the file's length")
    func uniformSamples() throws {
        let folder = try TestFolder()
        // 16 million samples of no byte to speak of: a gigabyte of index.
        let url = try finished(folder, "stsz", 4, [0, 0, 0, 1, 1, 0, 0, 0])
        let file = try FileHandle(forUpdating: url)
        try file.truncate(atOffset: 1 << 32)
        try file.close()
        #expect(throws: MediaEncodingError.self) { try MovieRecovery.examine(url) }
    }

    @Test(
        "A track without a number, in whose movie the library would search for hours, is refused",
        arguments: ["tkhX", ""]
    )
    func trackHeaders(name: String) throws {
        let folder = try TestFolder()
        let url = folder.url("a.mp4")
        try RecordedMovie.usual().leave(at: url)
        let whole = try Data(contentsOf: url)
        let header = try #require(whole.range(of: Data("tkhd".utf8)))
        var bytes = whole
        if name.isEmpty {
            // The number of a track as its header has it, negative to the library.
            bytes[header.upperBound + 12] = 0x80
        } else {
            bytes.replaceSubrange(header, with: Data(name.utf8))
        }
        try bytes.write(to: url)
        #expect(throws: MediaEncodingError.self) { try MovieRecovery.examine(url) }
        #expect(throws: MediaEncodingError.self) { try MovieRecovery.recover(url) }
        #expect(try Data(contentsOf: url) == bytes)
    }

    @Test("The library sees no box that is not needed")
    func hiddenBoxes() throws {
        let folder = try TestFolder()
        let url = folder.url("a.mp4")
        let movie = try RecordedMovie.usual()
        try movie.leave(at: url)
        // A track without a number where this module does not look, and an index that points anywhere.
        var bytes = try Data(contentsOf: url)
        let moov = try #require(bytes.range(of: Data("moov".utf8))).lowerBound - 4
        let size = Int(MovieBoxes.number(bytes[moov..<moov + 4]))
        let user = MovieBoxes.header("udta", size: 24) + MovieBoxes.header("trak", size: 16) + Data(count: 8)
        bytes.replaceSubrange(moov..<moov + 4, with: MovieBoxes.bytes(UInt32(size + user.count)))
        bytes.insert(
            contentsOf: user + MovieBoxes.header("sidx", size: 24) + Data(repeating: 0xff, count: 16),
            at: moov + size
        )
        try bytes.write(to: url)
        let storage = try MovieFileStorage(opening: url.path, forWriting: false)
        let anatomy = try MovieAnatomy(storage)
        let summary = try MovieTables.check(anatomy.boxes, until: anatomy.end, of: storage)
        let names = summary.hidden.map { String(decoding: bytes[Int($0)..<Int($0) + 4], as: UTF8.self) }
        #expect(names.contains("udta") && names.contains("sidx"))
        #expect(Set(names).isDisjoint(with: ["moov", "trak", "tkhd", "moof", "trun", "mdat"]))
        #expect(try MovieRecovery.examine(url).tracks.count == 2)
        #expect(try RecordedMovie.samples(of: url).allSatisfy { $0 > 0 })
    }

    @Test("A place for the index that this module would not have reserved is none")
    func absurdPlace() throws {
        let folder = try TestFolder()
        let kind = MovieBoxes.header("ftyp", size: 16) + Data("isom".utf8) + Data(count: 4)
        let url = folder.url("a.mp4")
        try (kind + MovieBoxes.longHeader("free", size: 5 << 30)).write(to: url)
        let file = try FileHandle(forUpdating: url)
        try file.truncate(atOffset: 16 + 5 << 30)
        try file.close()
        let storage = try MovieFileStorage(opening: url.path, forWriting: false)
        #expect(try MovieAnatomy(storage).place == nil)
    }

    @Test("A record whose dates and colours cannot be written is none")
    func unwritableRecords() throws {
        let folder = try TestFolder()
        let url = folder.url("a.mp4")
        try RecordedMovie.usual().leave(at: url)
        let storage = try MovieFileStorage(opening: url.path, forWriting: false)
        let record = try #require(try MovieAnatomy(storage).record)
        #expect(record.isSensible)
        for change: (inout MovieIndexRecord) -> Void in [
            { $0.metadata.creationDate = Date(timeIntervalSince1970: 1e300) },
            { $0.metadata.creationDate = Date(timeIntervalSince1970: -1e18) },
            { $0.metadata.timeZoneOffset = .min }, { $0.metadata.timeZoneOffset = .max },
            { $0.tracks[0].color = VideoColor(primaries: -1, transfer: 1, matrix: 1) },
            { $0.tracks[0].color = VideoColor(primaries: 1, transfer: 1, matrix: .min) },
        ] {
            var changed = record
            change(&changed)
            #expect(!changed.isSensible)
        }
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
