import CoreMedia
import Foundation
import FoundationExtras
import Testing

@testable import MediaEncoding

@Suite("Movie files")
struct MovieFileTests {
    private static let hour = CMTime(value: 3600 * 1000, timescale: 1000)

    private func settings(
        _ url: URL,
        _ container: MovieContainer = .mp4,
        _ formats: [CMFormatDescription]
    ) -> MovieFileSettings {
        MovieFileSettings(url: url, container: container, tracks: formats.map { MovieTrack(format: $0) })
    }

    /// Two seconds of pictures and sound, from a time on.
    private func write(_ settings: MovieFileSettings, from start: CMTime = hour, end: CMTime? = nil) throws
        -> MovieFile.Layout
    {
        let pictures = try TestMedia.pictures(60, from: start)
        let sound = try TestMedia.sound(2, from: start)
        var settings = settings
        settings.tracks[0].format = pictures.format
        settings.tracks[1].format = sound.format
        let file = try MovieFile(settings)
        try file.start(at: start)
        for (sample, track) in TestMedia.interleaved(pictures.samples, sound.samples) {
            try file.append(sample, track: track)
        }
        return try file.finish(endTime: end)
    }

    private func blank(_ url: URL, _ container: MovieContainer = .mp4) -> MovieFileSettings {
        MovieFileSettings(
            url: url,
            container: container,
            tracks: [MovieTrack(format: nil), MovieTrack(format: nil)]
        )
    }

    private func boxes(_ url: URL) throws -> [String] {
        try MovieBoxes.topLevel(of: MovieFileStorage(opening: url.path, forWriting: false)).map(\.type)
    }

    @Test(
        "R-REC: a finished movie is an ordinary one, index first, with exact lengths",
        arguments: [
            MovieContainer.mp4, .mov,
        ]
    )
    func ordinary(container: MovieContainer) throws {
        let folder = try TestFolder()
        let url = folder.url("a.\(container.rawValue)")
        #expect(try write(blank(url, container)) == .indexFirst)
        #expect(try boxes(url) == ["ftyp", "moov", "mdat"])
        let probe = try Tools.probe(url)
        #expect(probe.list("streams").count == 2)
        for stream in probe.list("streams") {
            #expect(abs(stream.number("start_time")) < 0.0005, "\(stream.text("codec_name"))")
            #expect(abs(stream.number("duration") - 2) < 0.001)
        }
        let packets = probe.list("packets").filter { $0.text("codec_type") == "video" }
        #expect(packets.count == 60)
        #expect(packets.enumerated().allSatisfy { abs($1.number("pts_time") - Double($0) / 30) < 1e-4 })
        #expect(packets.allSatisfy { abs($0.number("duration_time") - 1 / 30.0) < 1e-4 })
        try Tools.decode(url)
        #expect(try Tools.pictureCount(url) == 60)
        let size = try #require(FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int)
        // Reserved space that the index does not need is given back.
        #expect(size < 400_000)
    }

    @Test("While it is written a movie plays up to its last fragment, and the lock tells that somebody writes it")
    func fragments() throws {
        let folder = try TestFolder()
        let url = folder.url("a.mp4")
        let pictures = try TestMedia.pictures(60)
        let file = try MovieFile(settings(url, .mp4, [pictures.format]))
        for sample in pictures.samples.prefix(50) { try file.append(sample, track: 0) }
        file.waitForDisk()
        let found = try MovieRecovery.examine(url)
        #expect(found.isBeingWritten)
        #expect(!found.isComplete)
        #expect(found.playableDuration > 1.1)
        try Tools.decode(url)
        #expect(try Tools.pictureCount(url) >= 34)
        #expect(MovieRecovery.leftovers(in: folder.root).isEmpty)
        #expect(file.fileSize > 0)
        for sample in pictures.samples.dropFirst(50) { try file.append(sample, track: 0) }
        try file.finish()
        #expect(try MovieRecovery.examine(url).isComplete)
    }

    @Test("Samples before the start are edited out, a late track begins late, and the end is cut")
    func edits() throws {
        let folder = try TestFolder()
        let url = folder.url("a.mov")
        let pictures = try TestMedia.pictures(60)
        let sound = try TestMedia.sound(1, from: CMTime(value: 1, timescale: 2))
        let file = try MovieFile(settings(url, .mov, [pictures.format, sound.format]))
        try file.start(at: CMTime(value: 1, timescale: 10))
        for (sample, track) in TestMedia.interleaved(pictures.samples, sound.samples) {
            try file.append(sample, track: track)
        }
        try file.finish(endTime: CMTime(value: 16, timescale: 10))
        let streams = try Tools.probe(url).list("streams")
        #expect(abs(streams[0].number("duration") - 1.5) < 0.001)
        #expect(abs(streams[0].number("start_time")) < 0.001)
        // Priming sounds before the start of sound: 1024 frames.
        #expect(abs(streams[1].number("start_time") - (0.4 - 1024.0 / 48_000)) < 0.001)
        try Tools.decode(url)
        let heard = try Tools.sound(url)
        let loud = heard.firstIndex { abs($0) > 0.05 } ?? 0
        #expect(abs(loud - 1024) < 100)
    }

    @Test("Pictures come when they come: lengths vary, and a pause in between stays a pause")
    func variable() throws {
        let folder = try TestFolder()
        let url = folder.url("a.mp4")
        let encoder = try VideoEncoder(VideoEncoderSettings(codec: .h264, width: 160, height: 120))
        let times = [0.0, 0.01, 0.5, 0.533, 0.6, 3.2, 3.21, 3.9]
        var samples: [EncodedSample] = []
        for time in times {
            samples += try encoder.encode(
                TestMedia.picture(1),
                at: CMTime(seconds: 100 + time, preferredTimescale: 1_000_000)
            )
        }
        samples += try encoder.finish()
        let file = try MovieFile(settings(url, .mp4, [#require(encoder.formatDescription)]))
        for sample in samples {
            try file.append(sample, track: 0)
            try file.flush()
        }
        try file.finish()
        let packets = try Tools.probe(url).list("packets")
        #expect(zip(packets, times).allSatisfy { abs($0.number("pts_time") - $1) < 1e-4 })
        #expect(packets.count == times.count)
    }

    @Test(
        "R-ROT-3: turned and mirrored pictures carry a matrix that puts them at the origin",
        arguments: [
            (CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0), -90.0),
            (CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0), 90.0),
            (CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 160, ty: 120), 180.0),
        ]
    )
    func rotation(transform: CGAffineTransform, degrees: Double) throws {
        let folder = try TestFolder()
        let url = folder.url("a.mov")
        let pictures = try TestMedia.pictures(5)
        var settings = settings(url, .mov, [pictures.format])
        settings.tracks[0].transform = transform
        let file = try MovieFile(settings)
        for sample in pictures.samples { try file.append(sample, track: 0) }
        try file.finish()
        let sides = try #require(Tools.probe(url).list("streams").first).list("side_data_list")
        #expect(abs(sides.first?.number("rotation") ?? 0) == abs(degrees))
    }

    @Test("A mirrored picture's matrix moves it to the right edge")
    func mirrored() {
        let mirror = CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
        #expect(
            DisplayMatrix.make(mirror, width: 160, height: 120)
                == [-65_536, 0, 0, 0, 65_536, 0, 160 << 16, 0, 1 << 30]
        )
        let turned = CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
        #expect(
            DisplayMatrix.make(turned, width: 160, height: 120) == [0, 65_536, 0, 65_536, 0, 0, 0, 0, 1 << 30]
        )
    }

    @Test("R-REC: a movie says when, where and with what it was taken", arguments: [MovieContainer.mov, .mp4])
    func metadata(container: MovieContainer) throws {
        let folder = try TestFolder()
        let url = folder.url("a.\(container.rawValue)")
        var settings = blank(url, container)
        settings.metadata = MovieMetadata(
            creationDate: Date(timeIntervalSince1970: 1_700_000_000),
            timeZoneOffset: 7200,
            make: "Apple",
            model: "iPhone",
            software: "Pinhole",
            title: "Grüße",
            locationISO6709: "+48.8577+002.2950+035.000/"
        )
        settings.tracks[1].language = "deu"
        settings.tracks[1].isEnabled = false
        _ = try write(settings)
        _ = try Tools.probe(url)
        let answer = try Tools.run(["exiftool", "-s", "-G1", "-n", url.path]).text
        for (key, value) in [
            ("Make", "Apple"), ("Model", "iPhone"), ("Title", "Grüße"), ("CreateDate", "2023:11:14 22:13:20"),
            ("MediaLanguageCode", "deu"), ("GPSCoordinates", "48.8577 2.295 35"),
        ] {

            #expect(answer.contains(value), "\(key) \(value)")
        }
        #expect(answer.contains("Warning") == false)
    }

    @Test("Nothing is overwritten, folders must exist, and cancelling leaves nothing")
    func creation() throws {
        let folder = try TestFolder()
        let format = try TestMedia.pictures(1).format
        let url = folder.url("a.mp4")
        let file = try MovieFile(settings(url, .mp4, [format]))
        let second = #expect(throws: MediaEncodingError.self) { try MovieFile(settings(url, .mp4, [format])) }
        #expect(second?.kind == .fileExists)
        let missing = #expect(throws: MediaEncodingError.self) {
            try MovieFile(settings(folder.url("no/a.mp4"), .mp4, [format]))
        }
        #expect(missing?.kind == .cannotCreate)
        file.cancel()
        #expect(!FileManager.default.fileExists(atPath: url.path))
        let empty = try MovieFile(settings(url, .mp4, [format]))
        #expect(throws: MediaEncodingError.self) { try empty.finish() }
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test("Samples must come in order, with times, into known tracks")
    func order() throws {
        let folder = try TestFolder()
        let pictures = try TestMedia.pictures(3)
        let file = try MovieFile(settings(folder.url("a.mp4"), .mp4, [pictures.format]))
        try file.append(pictures.samples[1], track: 0)
        #expect(throws: MediaEncodingError.self) { try file.append(pictures.samples[0], track: 0) }
        #expect(throws: MediaEncodingError.self) { try file.append(pictures.samples[2], track: 1) }
        try file.append(pictures.samples[2], track: 0)
        try file.finish()
        #expect(throws: MediaEncodingError.self) { try file.append(pictures.samples[2], track: 0) }
    }

    @Test("One picture is a movie")
    func single() throws {
        let folder = try TestFolder()
        let url = folder.url("a.mp4")
        let pictures = try TestMedia.pictures(1)
        let file = try MovieFile(settings(url, .mp4, [pictures.format]))
        try file.append(pictures.samples[0], track: 0)
        #expect(try file.finish() == .indexFirst)
        try Tools.decode(url)
        #expect(try Tools.pictureCount(url) == 1)
    }
}
