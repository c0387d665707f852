import CoreMedia
import Foundation
import MovieValidators
import Testing

@testable import MediaEncoding

@Suite("Saving movies that were cut off")
struct MovieRecoveryTests {
    /// Where each box at the top begins, and the file's end.
    private func bounds(_ url: URL) throws -> [(type: String, offset: Int, size: Int)] {
        try MovieFileValidator(url).boxes().boxes.map { ($0.type, $0.offset, $0.size) }
    }

    @Test(
        "R-REC: cut off anywhere - before, in and behind every header, in tables and media - every whole fragment is saved",
        arguments: [MovieContainer.mp4, .mov]
    )
    func truncated(container: MovieContainer) throws {
        let folder = try TestFolder()
        let url = folder.url("a.\(container.rawValue)")
        let movie = try RecordedMovie.usual()
        try movie.leave(at: url, container)
        let bytes = try Data(contentsOf: url)
        let boxes = try bounds(url)
        var cuts: Set<Int> = [0, 1, bytes.count - 1]
        for box in boxes {
            cuts.formUnion([-1, 0, 1, 4, 7, 8, 9, 15, 16, 17, box.size / 3, box.size / 2].map { box.offset + $0 })
        }
        for (number, cut) in cuts.sorted().enumerated() where (0..<bytes.count).contains(cut) {
            let comment: Comment = "cut off at \(cut)"
            let copy = folder.url("cut.\(container.rawValue)")
            try bytes.prefix(cut).write(to: copy)
            let fragments = boxes.filter { $0.type == "mdat" && $0.offset + $0.size <= cut }.count
            guard fragments > 0 else {
                let error = #expect(throws: MediaEncodingError.self, comment) { try MovieRecovery.recover(copy) }
                #expect(error?.kind == .unreadable && error?.advice.isEmpty == false, comment)
                #expect(try Data(contentsOf: copy) == bytes.prefix(cut), comment)
                continue
            }
            let expected = try RecordedMovie.samples(of: copy)
            let lost = Int64(
                cut - (boxes.last { $0.type == "mdat" && $0.offset + $0.size <= cut }.map { $0.offset + $0.size } ?? 0)
            )
            #expect(try MovieRecovery.examine(copy).lostBytes == lost, comment)
            let found = try MovieRecovery.recover(copy)
            #expect(found.isComplete && found.lostBytes == 0, comment)
            // Another's program is slow to start: it is asked about every sixth.
            guard number % 6 == 0 else { continue }
            let report = try MovieFileValidator(copy).report()
            #expect(report.warnings == [], comment)
            let counts = [report.video.first?.frameCount, report.audio.first?.frameCount]
            #expect(counts == expected.map(Optional.some), comment)
            // The last picture is shown as long as the others.
            #expect(abs((report.video.first?.duration ?? 0) - Double(expected[0]) / 30) < 0.002, comment)
        }
        #expect(try RecordedMovie.samples(of: url) == [59, movie.sound.samples.count - 1])
    }

    @Test(
        "Every kind of sound is saved, and the movie is in step as it was",
        arguments: [AudioEncoderSettings(codec: .aac), .init(codec: .opus), .init(codec: .pcm(.init()), channels: 1)]
    )
    func sounds(settings: AudioEncoderSettings) throws {
        let folder = try TestFolder()
        let isPCM = settings.codec == .pcm(.init())
        let container: MovieContainer = isPCM ? .mov : .mp4
        let url = folder.url("a.\(container.rawValue)")
        try RecordedMovie.make(sound: settings).leave(at: url, container)
        let bytes = try Data(contentsOf: url)
        var told: [Double] = []
        let found = try MovieRecovery.recover(url) { told.append($0) }
        #expect(told.first == 0 && told.last == 1 && zip(told, told.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(found.isComplete && found.tracks.count == 2 && found.playableDuration > 1.9)
        let report = try MovieFileValidator(url).flawlessReport()
        #expect(abs(report.video.first?.startTime ?? 1) < 0.0005)
        #expect(abs(report.audio.first?.startTime ?? 1) < 0.0005)
        let sound = try MovieFileValidator(url).sound()
        #expect(TestMedia.strength(of: 440, in: sound.samples, rate: 48_000) > 0.99)
        let loud = try #require(sound.samples.firstIndex { abs(Int($0)) > 1600 })
        #expect(sound.time(of: loud) < 0.002)
        // Media is not rewritten: every fragment's bytes are still there.
        let media = try #require(bytes.range(of: Data("moof".utf8))?.lowerBound)
        let saved = try Data(contentsOf: url)
        #expect(saved.range(of: bytes[media...]) != nil)
        // A second time there is nothing to do.
        try MovieRecovery.recover(url)
        #expect(try Data(contentsOf: url) == saved)
    }

    @Test("A movie that somebody writes is left alone, and is no leftover; looking at it disturbs nobody")
    func busy() throws {
        let folder = try TestFolder()
        let url = folder.url("a.mp4")
        let movie = try RecordedMovie.usual()
        let file = try MovieFile(movie.settings(url))
        try movie.append(to: file)
        for _ in 0..<50 { #expect(try MovieRecovery.examine(url).isBeingWritten) }
        #expect(MovieRecovery.leftovers(in: folder.root) == [])
        let error = #expect(throws: MediaEncodingError.self) { try MovieRecovery.recover(url) }
        #expect(error?.kind == .writeFailed && error?.advice.isEmpty == false)
        #expect(try file.finish() == .indexFirst)
        #expect(try MovieFileValidator(url).flawlessReport().video.first?.frameCount == 60)
    }

    @Test("Leftovers are ours, cut off, and have something to show; other files are left out")
    func leftovers() throws {
        let folder = try TestFolder()
        let movie = try RecordedMovie.usual()
        try movie.leave(at: folder.url("cut.mp4"))
        let file = try MovieFile(movie.settings(folder.url("done.mp4")))
        try movie.append(to: file)
        try file.finish()
        try Data("no movie".utf8).write(to: folder.url("text.mp4"))
        try Data().write(to: folder.url("empty.mov"))
        try FileManager.default.createDirectory(at: folder.url("folder.mp4"), withIntermediateDirectories: true)
        #expect(mkfifo(folder.url("pipe.mp4").path, 0o600) == 0)
        let foreign = folder.url("foreign.mp4")
        _ = try ValidatorTool.succeed(
            "ffmpeg",
            [
                "-v", "error", "-i", folder.url("done.mp4").path, "-c", "copy", "-movflags",
                "frag_keyframe+empty_moov+default_base_moof", foreign.path,
            ]
        )
        let before = try Data(contentsOf: foreign)
        #expect(MovieRecovery.leftovers(in: folder.root).map(\.url.lastPathComponent) == ["cut.mp4"])
        #expect(MovieRecovery.leftovers(in: folder.url("nowhere")) == [])
        #expect(try MovieRecovery.examine(foreign).isComplete == false)
        let error = #expect(throws: MediaEncodingError.self) { try MovieRecovery.recover(foreign) }
        #expect(error?.kind == .unreadable)
        #expect(try Data(contentsOf: foreign) == before)
    }
}
