import CoreMedia
import Foundation
import MovieValidators
import Testing

@testable import MediaEncoding

@Suite("Tracks of timed text in files")
struct TimedTextTrackTests {
    private static let description = TimedTextDescription(width: 320, height: 240)

    /// Two texts of a second each, and nothing between them.
    private static func samples() -> [EncodedSample] {
        ["one", "", "two"].enumerated().map { number, text in
            EncodedSample(
                data: Data([0, UInt8(text.utf8.count)]) + Data(text.utf8),
                presentationTime: CMTime(value: CMTimeValue(number), timescale: 1),
                duration: CMTime(value: 1, timescale: 1),
                isKeyFrame: true
            )
        }
    }

    /// A recording of three seconds, as it is before it is finished, and the file itself.
    private func record(
        _ mediaType: CMFormatDescription.MediaType,
        in folder: TestFolder
    ) throws -> (killed: URL, finished: URL) {
        let pictures = try TestMedia.pictures(90, from: .zero)
        let settings = MovieFileSettings(
            url: folder.url("talk.mov"),
            container: .mov,
            tracks: [
                MovieTrack(format: pictures.format),
                MovieTrack(format: Self.description.format(mediaType), language: "eng"),
            ]
        )
        let file = try MovieFile(settings)
        try file.start(at: .zero)
        for (sample, track) in TestMedia.interleaved(pictures.samples, Self.samples()) {
            try file.append(sample, track: track)
        }
        try file.flush()
        file.waitForDisk()
        try FileManager.default.copyItem(at: settings.url, to: folder.url("killed.mov"))
        #expect(try file.finish() == .indexFirst)
        return (folder.url("killed.mov"), settings.url)
    }

    @Test("A recording that ends in the middle has the track, can be recovered, and so has the finished file")
    func unfinished() throws {
        let folder = try TestFolder()
        let files = try record(.subtitle, in: folder)
        try check(files.killed, texts: 2)
        try MovieRecovery.recover(files.killed)
        try check(files.killed, texts: 2)
        try check(files.finished, texts: 3)
    }

    /// - Parameter texts: how many samples there are; the last waits for the next, or for the end.
    private func check(_ url: URL, texts: Int) throws {
        let validator = MovieFileValidator(url)
        #expect(try validator.decodingErrors() == [])
        let stream = try #require(try validator.report().streams.last)
        #expect(stream.codec == "mov_text" && stream.codecTag == "tx3g" && stream.tags["language"] == "eng")
        let packets = try validator.packets("1")
        #expect(packets.map { Int($0.time.rounded()) } == Array(0..<texts))
        #expect(packets.map(\.size) == Array([5, 2, 5].prefix(texts)))
    }

    @Test("Text and subtitles are read as such, with what they look like", arguments: [true, false])
    func read(isSubtitle: Bool) throws {
        let folder = try TestFolder()
        let files = try record(isSubtitle ? .subtitle : .text, in: folder)
        let demuxer = try MediaDemuxer(files.finished.path)
        let track = try #require(demuxer.info.tracks.last)
        #expect(track.kind == (isSubtitle ? .subtitle : .text))
        #expect(track.sampleCount == 3 && track.range.duration.seconds == 3)
        #expect(track.format?.mediaType == (isSubtitle ? .subtitle : .text))
        #expect(track.format.flatMap(TimedTextDescription.init) == Self.description)
        demuxer.select(track: track.index)
        try demuxer.seek(to: .zero)
        for sample in Self.samples() {
            let found = try #require(try demuxer.next()).sample
            #expect(found.presentationTime == sample.presentationTime && found.duration == sample.duration)
            #expect(found.withUnsafeBytes { Data($0) } == sample.withUnsafeBytes { Data($0) })
        }
    }

    @Test("The text lies in front of the pictures, and is as large as they are")
    func place() throws {
        let folder = try TestFolder()
        let data = try Data(contentsOf: try record(.text, in: folder).finished)
        let header = try #require(data.range(of: Data("tkhd".utf8), options: .backwards)).lowerBound - 4
        #expect(data[header + 8] == 0)
        #expect(data[header + 40..<header + 42] == Data([0xff, 0xff]))
        #expect(data[header + 84..<header + 92] == Data([0, 160, 0, 0, 0, 120, 0, 0]))
    }

    @Test("What stands in a sample description is read as it was written")
    func description() throws {
        var description = TimedTextDescription(width: 1080, height: 1920)
        description.textColor = .init(red: 1, green: 2, blue: 3, alpha: 4)
        description.background = .init(red: 5, green: 6, blue: 7, alpha: 8)
        #expect(description.fontSize == 106)
        #expect(TimedTextDescription(content: description.content) == description)
        #expect(TimedTextDescription(content: description.content.prefix(29)) == nil)
        #expect(description.format(.text).flatMap(TimedTextDescription.init) == description)
        #expect(TimedTextDescription(width: 100_000, height: -1).width == 32_767)
    }

    @Test("Other files hold no such track", arguments: [MovieContainer.mp4, .m4a, .caf, .wav])
    func refused(container: MovieContainer) throws {
        let format = try #require(Self.description.format(.text))
        #expect(throws: MediaEncodingError.self) { try TrackRecord(MovieTrack(format: format), format, container) }
    }
}
