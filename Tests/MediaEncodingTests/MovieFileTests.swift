import CoreMedia
import Foundation
import FoundationExtras
import MovieValidators
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

    @Test(
        "The first fragment lasts as long as is asked for",
        arguments: [(nil, true), (CMTime(value: 1, timescale: 1), false)]
    )
    func firstFragment(interval: CMTime?, hasFragment: Bool) throws {
        let folder = try TestFolder()
        let pictures = try TestMedia.pictures(20, from: .zero)
        var settings = settings(folder.url("first.mp4"), .mp4, [pictures.format])
        // Nothing is cut by the clock.
        settings.fragmentInterval = CMTime(value: 60, timescale: 1)
        if let interval { settings.firstFragmentInterval = interval }
        let file = try MovieFile(settings)
        for sample in pictures.samples { try file.append(sample, track: 0) }
        file.waitForDisk()
        let written = try Data(contentsOf: settings.url)
        #expect((written.range(of: Data("moof".utf8)) != nil) == hasFragment)
        file.cancel()
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
        let validator = MovieFileValidator(url)
        #expect(try validator.boxes().order == ["ftyp", "moov", "mdat"])
        let report = try validator.flawlessReport()
        #expect(report.streams.count == 2)
        for stream in report.streams {
            #expect(abs(stream.startTime ?? 1) < 0.0005, "\(stream.codec)")
            #expect(abs((stream.duration ?? 0) - 2) < 0.001, "\(stream.codec)")
        }
        let packets = try validator.packets("v:0")
        #expect(packets.count == 60)
        #expect(packets.enumerated().allSatisfy { abs($1.time - Double($0) / 30) < 1e-4 })
        #expect(packets.allSatisfy { abs($0.duration - 1 / 30.0) < 1e-4 })
        #expect(try validator.pictureCount() == 60)
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
        #expect(try MovieFileValidator(url).decodingErrors() == [])
        #expect(try MovieFileValidator(url).pictureCount() >= 34)
        #expect(MovieRecovery.leftovers(in: folder.root).isEmpty)
        #expect(file.fileSize > 0)
        for sample in pictures.samples.dropFirst(50) { try file.append(sample, track: 0) }
        try file.finish()
        #expect(try MovieRecovery.examine(url).isComplete)
    }

    @Test("The size that is told while it is written is about that of the finished movie")
    func size() throws {
        let folder = try TestFolder()
        let url = folder.url("a.mp4")
        let pictures = try TestMedia.pictures(60)
        let file = try MovieFile(settings(url, .mp4, [pictures.format]))
        for sample in pictures.samples { try file.append(sample, track: 0) }
        try file.flush()
        file.waitForDisk()
        let told = file.fileSize
        try file.finish()
        let size = try #require(FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int)
        #expect(file.fileSize == Int64(size))
        #expect(abs(told - file.fileSize) < 16_384, "\(told) and \(size)")
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
        let validator = MovieFileValidator(url)
        let report = try validator.flawlessReport()
        let shown = try #require(report.video.first)
        #expect(abs((shown.duration ?? 0) - 1.5) < 0.001)
        #expect(abs(shown.startTime ?? 1) < 0.001)
        // Priming sounds before the start of sound: 1024 frames.
        #expect(abs((report.audio.first?.startTime ?? 0) - (0.4 - 1024.0 / 48_000)) < 0.001)
        let heard = try validator.sound()
        let loud = try #require(heard.samples.firstIndex { abs(Int($0)) > 1600 })
        #expect(abs(heard.time(of: loud) - 0.4) < 0.002)
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
        let shown = try MovieFileValidator(url).pictureTimes()
        #expect(zip(shown, times).allSatisfy { abs($0 - $1) < 1e-4 })
        #expect(shown.count == times.count)
        #expect(try MovieFileValidator(url).report().warnings == [])
    }

    @Test(
        "R-ROT-3: turned and mirrored pictures carry a matrix that puts them at the origin",
        arguments: [
            (CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0), 90),
            (CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0), 270),
            (CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 160, ty: 120), 180),
        ]
    )
    func rotation(transform: CGAffineTransform, degrees: Int) throws {
        let folder = try TestFolder()
        let url = folder.url("a.mov")
        let pictures = try TestMedia.pictures(5)
        var settings = settings(url, .mov, [pictures.format])
        settings.tracks[0].transform = transform
        let file = try MovieFile(settings)
        for sample in pictures.samples { try file.append(sample, track: 0) }
        try file.finish()
        #expect(try MovieFileValidator(url).flawlessReport().video.first?.rotation == degrees)
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
        let validator = MovieFileValidator(url)
        #expect(try validator.report().warnings == [])
        let said = try validator.exif()
        #expect(said["Make"] == "Apple" && said["Model"] == "iPhone" && said["Title"] == "Grüße")
        #expect(said["CreateDate"] == "2023:11:14 22:13:20")
        #expect(said["GPSCoordinates"] == "48.8577 2.295 35")
        #expect(said["Warning"] == nil)
        #expect(try validator.report().audio.first?.tags["language"] == "deu")
        #expect(try validator.boxes().tracks.map(\.isEnabled) == [true, false])
        if container == .mov { #expect(said["CreationDate"] == "2023:11:15 00:13:20+02:00") }
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
        #expect(try MovieFileValidator(url).flawlessReport().video.first?.frameCount == 1)
        #expect(try MovieFileValidator(url).pictureCount() == 1)
    }
}
