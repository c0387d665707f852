import Foundation
import MovieValidators
import Testing

/// What other people's programs say of a file that was recorded.
struct ValidatedMovie {
    let validator: MovieFileValidator
    let report: MovieReport

    init(_ url: URL) throws {
        validator = MovieFileValidator(url)
        report = try validator.report()
    }

    private var picture: MovieReport.Stream? { report.video.first }
    private var sound: MovieReport.Stream? { report.audio.first }

    var streamCount: Int { report.streams.count }
    var videoCodec: String? { picture?.codec }
    var audioCodec: String? { sound?.codec }
    var size: [Int] { [picture?.width, picture?.height].compactMap(\.self) }
    var frameCount: Int { picture?.frameCount ?? 0 }
    var duration: Double { report.duration ?? 0 }
    var videoDuration: Double { picture?.duration ?? 0 }
    var audioDuration: Double { sound?.duration ?? 0 }
    var videoStart: Double { picture?.startTime ?? -1 }
    var audioStart: Double { sound?.startTime ?? -1 }
    var sampleRate: Int { sound?.sampleRate ?? 0 }
    var channels: Int { sound?.channels ?? 0 }
    var bitRate: Int { picture?.bitRate ?? 0 }
    var container: String { report.formatName }
    var brand: String { tag("major_brand") ?? "" }
    var fileSize: Int { report.size }
    /// Degrees, clockwise, by which players turn the picture.
    var rotation: Int { picture?.rotation ?? 0 }
    /// The nine numbers of the track's matrix, unless it is the identity.
    var matrix: [Int] { picture?.displayMatrix ?? [] }

    func tag(_ name: String) -> String? { report.tags[name] }

    /// What `ffprobe` says of each file that is as it should be: that the length of a Core Audio file of uncompressed sound is
    /// estimated, and that it does not read timed metadata.
    private static let usual = ["Estimating duration from bitrate", "Unsupported codec with id 0 for input stream"]

    /// What `ffprobe` and a decoder of every picture and sound have against it.
    var complaints: [String] {
        get throws {
            let warnings = report.warnings.filter { warning in !Self.usual.contains { warning.contains($0) } }
            return try warnings + validator.decodingErrors()
        }
    }

    /// The greatest difference between two pictures' distance and a thirtieth of a second.
    var unevenness: Double {
        get throws {
            let times = try validator.pictureTimes()
            return zip(times, times.dropFirst()).map { abs($1 - $0 - 1 / 30) }.max() ?? 0
        }
    }
}
