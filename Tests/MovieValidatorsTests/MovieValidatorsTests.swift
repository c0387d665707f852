import Foundation
import MovieValidators
import SimulatedDriver
import Testing

@Suite("Judges of movies")
struct MovieValidatorsTests {
    private static let ordinary = MadeMovie.syncMarkers(lateBy: 0) + ["-movflags", "+faststart"]

    @Test("An ordinary movie is reported as it was made")
    func ordinary() throws {
        try MadeMovie.with(Self.ordinary) { movie in
            let report = try movie.report()
            #expect(report.warnings == [])
            #expect(report.video.map(\.codec) == ["h264"])
            #expect(report.audio.map(\.codec) == ["aac"])
            #expect(report.video.first?.width == 320)
            #expect(report.video.first?.frameCount == 180)
            #expect(report.video.first?.averageFrameRate == 30)
            #expect(report.audio.first?.sampleRate == 48_000)
            #expect(abs((report.duration ?? 0) - 6) < 0.05)
            #expect(try movie.decodingErrors() == [])
            let packets = try movie.packets("v:0")
            #expect(packets.filter(\.isKeyFrame).count == 6)
            #expect(try movie.pictureTimes().count == 180)
            #expect(try movie.exif()["ImageWidth"] == "320")
        }
    }

    @Test("Boxes are told in their order, with tracks, matrices and edit lists")
    func boxes() throws {
        try MadeMovie.with(Self.ordinary) { movie in
            let boxes = try movie.boxes()
            #expect(boxes.orderOfMeaning == ["ftyp", "moov", "mdat"])
            #expect(boxes.isMoovFirst)
            #expect(boxes.isWhole)
            #expect(!boxes.isFragmented)
            let tracks = boxes.tracks
            #expect(tracks.map(\.handler) == ["vide", "soun"])
            #expect(tracks.first?.matrix == [1, 0, 0, 0, 1, 0, 0, 0, 1])
            #expect(tracks.first?.sampleCount == 180)
            #expect(tracks.first?.keyFrameCount == 6)
            // What the AAC encoder needs to get going is cut away.
            #expect(tracks.last?.edits.first?.mediaTime == 1024.0 / 48_000)
        }
        try MadeMovie.with(MadeMovie.syncMarkers(lateBy: 0)) { movie in
            let boxes = try movie.boxes()
            #expect(!boxes.isMoovFirst)
        }
        let fragmented = ["-movflags", "+frag_keyframe+empty_moov+default_base_moof"]
        try MadeMovie.with(MadeMovie.syncMarkers(lateBy: 0) + fragmented) { movie in
            let boxes = try movie.boxes()
            #expect(boxes.isFragmented)
            #expect(boxes.order.filter { $0 == "moof" }.count >= 6)
        }
    }

    @Test("A movie without its end, or with holes in it, is not taken for whole")
    func damaged() throws {
        try MadeMovie.with(MadeMovie.detailed) { movie in
            let url = URL(fileURLWithPath: movie.path)
            var data = try Data(contentsOf: url)
            let half = data.count / 2
            data.replaceSubrange(half..<half + 3000, with: Data(repeating: 0xa5, count: 3000))
            try data.write(to: url)
            #expect(try movie.decodingErrors() != [])
            try data.prefix(half).write(to: url)
            #expect(try movie.boxes().isWhole == false)
            #expect(try movie.decodingErrors() != [])
            let left = try movie.decodedFrames()
            #expect(left.end < 5)
            #expect(left.end > 0.5)
        }
        try MadeMovie.withFolder { folder in
            let nothing = MovieFileValidator(folder.appendingPathComponent("nothing.mp4"))
            #expect(throws: ValidationFailure.self) { try nothing.report() }
            #expect(throws: ValidationFailure.self) { try nothing.boxes() }
            try Data("no movie at all".utf8).write(to: URL(fileURLWithPath: nothing.path))
            #expect(throws: ValidationFailure.self) { try nothing.report() }
        }
    }

    @Test("All that can be decoded of a movie is found, to its end")
    func decoded() throws {
        try MadeMovie.with(Self.ordinary) { movie in
            let frames = try movie.decodedFrames()
            #expect(frames.complaints == [])
            #expect(frames.video?.times.count == 180)
            #expect(abs((frames.video?.end ?? 0) - 6) < 0.001)
            #expect(abs((frames.audio?.end ?? 0) - 6) < 0.03)
        }
    }

    @Test(
        "A marker is found in picture and sound, and the time between them is right",
        arguments: [0, 0.05, 0.2, -0.1]
    )
    func syncMarkers(lateBy seconds: Double) throws {
        try MadeMovie.with(MadeMovie.syncMarkers(lateBy: seconds)) { movie in
            let syncMarkers = try movie.syncMarkers()
            #expect(syncMarkers.pairs.count == 3)
            #expect(syncMarkers.lonelyFlashes == [])
            #expect(syncMarkers.lonelyClicks == [])
            for pair in syncMarkers.pairs { #expect(abs(pair.offset - seconds) < 0.002) }
        }
    }

    @Test("Markers in a movie whose sound begins late, and a marker that only one sees")
    func lonely() {
        let syncMarkers = SyncMarkers(flashes: [1, 3, 5], clicks: [1.01, 5.02, 7])
        #expect(syncMarkers.pairs.map(\.flash) == [1, 5])
        #expect(syncMarkers.lonelyFlashes == [3])
        #expect(syncMarkers.lonelyClicks == [7])
        #expect(abs((syncMarkers.worstOffset ?? 0) - 0.02) < 1e-9)
    }

    @Test("Gaps in the sound are told")
    func gaps() throws {
        let sound = [
            "-f", "lavfi", "-i", "sine=r=48000:d=2", "-af", "aselect='not(between(t,0.5,0.9))'", "-c:a", "pcm_s16le",
        ]
        try MadeMovie.with(sound, suffix: "mkv") { movie in
            // This container rounds times to milliseconds.
            let gaps = try movie.sound().gaps.filter { abs($0.seconds) > 0.002 }
            #expect(gaps.count == 1)
            #expect(abs((gaps.first?.seconds ?? 0) - 0.4) < 0.03)
        }
    }

    @Test("Players' turning is undone for the timecode, and a wrong one is seen", arguments: [0, 90, 180, 270])
    func rotation(degrees: Int) throws {
        try MadeMovie.withFolder { folder in
            let raw = folder.appendingPathComponent("raw")
            try MadeMovie.writeTimecodes(30, to: raw)
            // The pictures are stored turned by as much as the matrix turns them back. This version of ffmpeg counts the other way.
            let turns = Array(repeating: "transpose=cclock", count: degrees / 90).joined(separator: ",")
            let stored = folder.appendingPathComponent("stored.mp4")
            let input = [
                "-v", "error", "-f", "rawvideo", "-pix_fmt", "gray", "-s", "640x360", "-r", "30", "-i", raw.path,
            ]
            let filter = turns.isEmpty ? [] : ["-vf", turns]
            let plain = folder.appendingPathComponent("plain.mp4")
            _ = try ValidatorTool.succeed("ffmpeg", input + filter + MadeMovie.codecs + [plain.path])
            _ = try ValidatorTool.succeed(
                "ffmpeg",
                [
                    "-v", "error", "-i", plain.path, "-c", "copy", "-metadata:s:v:0", "rotate=\((360 - degrees) % 360)",
                    stored.path,
                ]
            )
            let movie = MovieFileValidator(stored)
            #expect(try movie.report().video.first?.rotation == degrees)
            let shown = try movie.timecodes(first: 5)
            #expect(shown.map(\.angle) == [0, 0, 0, 0, 0])
            #expect(shown.map(\.isMirrored).contains(true) == false)
            #expect(shown.map(\.timecode.counter) == [0, 1, 2, 3, 4])
            #expect(try movie.timecodes(first: 2, isTurned: false).map(\.angle) == [degrees, degrees])
            #expect(try movie.uprightTimecodes().map(\.timecode.counter) == Array(0..<30))
        }
    }

    @Test("A program that is missing or does not end is a failure")
    func tools() {
        #expect(throws: ValidationFailure.self) { try ValidatorTool.run("no-such-judge", []) }
        #expect(throws: ValidationFailure.self) { try ValidatorTool.run("sleep", ["60"], within: 1) }
        #expect(throws: ValidationFailure.self) { try ValidatorTool.succeed("false", []) }
    }
}
