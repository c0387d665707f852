import CoreMedia
import Foundation
import MovieValidators
import Testing

@testable import MediaEncoding

@Suite("Movies of Live Photos")
struct StillImageTrackTests {
    private static let identifier = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"

    private func settings(_ movie: RecordedMovie, _ url: URL) -> MovieFileSettings {
        var settings = movie.settings(url, .mov)
        settings.metadata.others["com.apple.quicktime.content.identifier"] = Self.identifier
        settings.stillImageTime = CMTime(value: 5, timescale: 4)
        return settings
    }

    /// What exiftool says of timed metadata too.
    private func tags(of url: URL) throws -> [String: String] {
        let answer = try ValidatorTool.succeed(
            "exiftool",
            ["-ee", "-n", "-s", "-ContentIdentifier", "-StillImageTime", "-SampleTime", "-SampleDuration", url.path]
        )
        return answer.text.split(separator: "\n").reduce(into: [:]) { tags, line in
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if parts.count == 2 { tags[parts[0]] = parts[1] }
        }
    }

    @Test("S-164: a movie says which photo it belongs to, and when that is shown in it")
    func stillImageTime() throws {
        let folder = try TestFolder()
        let movie = try RecordedMovie.usual()
        let url = folder.url("live.mov")
        let file = try MovieFile(settings(movie, url))
        try movie.append(to: file)
        #expect(try file.finish() == .indexFirst)
        let tags = try tags(of: url)
        #expect(tags["ContentIdentifier"] == Self.identifier, "\(tags)")
        #expect(tags["StillImageTime"] == "-1", "\(tags)")
        let validator = MovieFileValidator(url)
        let report = try validator.report()
        // ffprobe does not read timed metadata, and says so, as it does of an iPhone's movies.
        #expect(report.warnings == ["Unsupported codec with id 0 for input stream 2"] && report.streams.count == 3)
        let metadata = try #require(report.streams.first { $0.kind == .other })
        #expect(metadata.codecTag == "mebx" && metadata.frameCount == 1, "\(metadata)")
        #expect(abs((metadata.startTime ?? 0) - 1.25) < 0.001, "\(metadata)")
        #expect(report.video.first?.frameCount == 60)
        #expect(try validator.decodingErrors() == [])
        let boxes = try validator.boxes()
        #expect(boxes.orderOfMeaning == ["ftyp", "moov", "mdat"] && boxes.isWhole)
    }

    @Test("The photo's moment is told wherever the index comes to lie: in front, or behind everything")
    func indexBehind() throws {
        let folder = try TestFolder()
        let url = folder.url("long.mov")
        let storage = DyingStorage(try MovieFileStorage(creating: url.path))
        storage.canMoveData = false
        let pictures = try TestMedia.pictures(
            2,
            settings: VideoEncoderSettings(codec: .h264, width: 16, height: 16, quality: 0.1, keyFrameInterval: 1)
        )
        var settings = MovieFileSettings(url: url, container: .mov, tracks: [MovieTrack(format: pictures.format)])
        settings.reservedIndexSpace = 0
        settings.stillImageTime = CMTime(value: 100, timescale: 1)
        let file = try MovieFile(settings, storage)
        for number in 0..<9000 {
            var sample = pictures.samples[number % 2]
            sample.presentationTime = CMTime(value: Int64(number), timescale: 30)
            sample.decodeTime = sample.presentationTime
            try file.append(sample, track: 0)
            if number % 900 == 0 { file.waitForDisk() }
        }
        #expect(try file.finish() == .indexLast)
        #expect(try tags(of: url)["StillImageTime"] == "-1")
        let streams = try MovieFileValidator(url).report().streams
        #expect(streams.first { $0.codecTag == "mebx" }.map { Int($0.startTime ?? 0) } == 100)
    }

    @Test("Killed before a change to the file, what was written plays, and is saved with the photo's moment")
    func everyChange() throws {
        let folder = try TestFolder()
        let movie = try RecordedMovie.usual()
        func record(_ name: String, until number: Int) throws -> DyingStorage {
            let storage = DyingStorage(try MovieFileStorage(creating: folder.url(name).path), dyingAfter: number)
            let file = try MovieFile(settings(movie, folder.url(name)), storage)
            try? movie.append(to: file)
            _ = try? file.finish()
            return storage
        }
        let count = try record("whole.mov", until: .max).changes.count
        for number in max(3, count - 6)..<count {
            let url = folder.url("\(number).mov")
            _ = try record("\(number).mov", until: number)
            #expect(try MovieFileValidator(url).decodingErrors() == [], "after \(number) of \(count)")
            #expect(try MovieRecovery.recover(url).isComplete)
            #expect(try tags(of: url)["StillImageTime"] == "-1", "after \(number) of \(count)")
        }
    }

    @Test("Movies of other kinds have no such track")
    func otherKinds() throws {
        let movie = try RecordedMovie.usual()
        var settings = movie.settings(URL(fileURLWithPath: "/nowhere.mp4"))
        settings.stillImageTime = CMTime(value: 1, timescale: 1)
        let record = try MovieIndexRecord(settings, settings.tracks)
        #expect(record.stillImageTrack == nil && record.mediaPreamble.isEmpty)
    }
}
