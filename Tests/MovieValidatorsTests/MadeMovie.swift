import Foundation
import MovieValidators
import SimulatedDriver

/// Movies that ffmpeg makes, to try the judges on.
struct MadeMovie {
    /// A folder that is gone after the test.
    static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("judges-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// Runs ffmpeg, and lends the file that it made to the judge.
    static func with<Result>(
        _ arguments: [String],
        suffix: String = "mp4",
        _ body: (MovieFileValidator) throws -> Result
    ) throws -> Result {
        try withFolder { folder in
            let file = folder.appendingPathComponent("made.\(suffix)")
            _ = try ValidatorTool.succeed("ffmpeg", ["-v", "error"] + arguments + [file.path])
            return try body(MovieFileValidator(file))
        }
    }

    /// Six seconds with a marker every two: the click comes so many seconds after the flash.
    static func syncMarkers(lateBy seconds: Double) -> [String] {
        let beat = "lt(mod(t+0.001-1,2),0.034)*gte(t,0.99)"
        let flash = "color=c=gray:s=320x180:r=30:d=6,drawbox=c=white:t=fill:w=iw:h=ih:enable='\(beat)'"
        let click = "aevalsrc='if(gte(t,0.9)*lt(mod(t+1-\(seconds),2),0.004),0.8*sin(2*PI*3000*t),0)':s=48000:d=6"
        return ["-f", "lavfi", "-i", flash, "-f", "lavfi", "-i", click] + codecs
    }

    /// Six seconds of much detail, the index in front.
    static let detailed =
        ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=30:d=6", "-f", "lavfi", "-i", "sine=r=48000:d=6"] + codecs
        + ["-movflags", "+faststart"]

    /// How the pictures and sounds are encoded.
    static let codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "30", "-c:a", "aac"]

    /// Raw gray pictures of 640 x 360 with a timecode, one each thirtieth of a second.
    static func writeTimecodes(_ count: Int, to file: URL) throws {
        let width = 640
        let height = 360
        let cell = width / Timecode.columns
        var pictures = Data()
        for number in 0..<count {
            let words = Timecode(counter: UInt32(number), nanoseconds: UInt64(number) * 33_333_333).words
            var picture = [UInt8](repeating: 128, count: width * height)
            for y in height - Timecode.rows * cell..<height {
                let word = y < height - cell ? words.upper : words.lower
                for x in 0..<width {
                    picture[y * width + x] = word >> UInt64(63 - x / cell) & 1 == 1 ? 235 : 16
                }
            }
            pictures.append(contentsOf: picture)
        }
        try pictures.write(to: file)
    }
}
