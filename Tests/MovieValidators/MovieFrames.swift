import Foundation
import SimulatedDriver

/// What is to be seen in a movie's picture.
public struct MovieFrame: Sendable {
    /// When it is shown, in seconds of the movie.
    public var time: Double
    /// Its brightness, 0 to 255, on average.
    public var brightness: Double
}

/// A picture of a simulated camera's in which the timecode was found.
public struct MovieTimecode: Sendable {
    /// When it is shown, in seconds of the movie.
    public var time: Double
    /// What the strip says.
    public var timecode: Timecode
    /// Degrees, clockwise, by which the shown picture would have to be turned to be upright: 0 when it is right.
    public var angle: Int
    /// Whether the upright picture is mirrored.
    public var isMirrored: Bool

    /// When the picture was taken, in seconds of the capture clock.
    public var captureTime: Double { Double(timecode.nanoseconds) / 1e9 }
}

extension MovieFileValidator {
    /// The brightness of every picture.
    public func pictures() throws(ValidationFailure) -> [MovieFrame] {
        let answer = try showing("scale=128:-2:flags=area,format=gray,showinfo", output: ["-f", "null"])
        return Self.showInfos(answer).compactMap { info in
            guard let ticks = info["pts"], let mean = info["mean"] else { return nil }
            return MovieFrame(time: ticks / 1e6, brightness: mean)
        }
    }

    /// When white flashes begin, in seconds of the movie: where the picture gets much brighter than it is mostly.
    public func flashes() throws(ValidationFailure) -> [Double] {
        let pictures = try pictures()
        let sorted = pictures.map(\.brightness).sorted()
        guard let brightest = sorted.last, brightest - sorted[sorted.count / 2] > 25 else { return [] }
        let threshold = (brightest + sorted[sorted.count / 2]) / 2
        return pictures.indices.filter { index in
            pictures[index].brightness > threshold && (index == 0 || pictures[index - 1].brightness <= threshold)
        }.map { pictures[$0].time }
    }

    /// Finds the timecode in the first pictures, whichever way they lie, as players show them: turned by the track's matrix.
    ///
    /// - Parameters:
    ///   - count: how many pictures to look at.
    ///   - isTurned: `false` to look at them as they are stored.
    public func timecodes(first count: Int, isTurned: Bool = true) throws(ValidationFailure) -> [MovieTimecode] {
        guard let stream = try report().video.first, let width = stream.width, let height = stream.height else {
            throw ValidationFailure("no picture in \(path)")
        }
        let isSideways = isTurned && stream.rotation % 180 != 0
        let size = isSideways ? (width: height, height: width) : (width: width, height: height)
        let answer = try showing(
            "format=gray,showinfo",
            input: isTurned ? [] : ["-noautorotate"],
            output: ["-frames:v", "\(count)", "-f", "rawvideo"]
        )
        return Self.showInfos(answer).enumerated().compactMap { index, info in
            guard let ticks = info["pts"] else { return nil }
            return answer.output.picture(index, size).flatMap { luma -> MovieTimecode? in
                luma.withUnsafeBytes { bytes in
                    guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
                    let reader = TimecodeReader(
                        luma: base,
                        width: size.width,
                        height: size.height,
                        rowStride: size.width
                    )
                    return reader.find().map {
                        MovieTimecode(
                            time: ticks / 1e6,
                            timecode: $0.timecode,
                            angle: $0.angle,
                            isMirrored: $0.isMirrored
                        )
                    }
                }
            }
        }
    }

    /// The timecodes of all pictures that are upright as shown; the strip alone is decoded to memory, so that long movies can
    /// be read.
    ///
    /// - Parameter isMirrored: whether the pictures are mirrored.
    public func uprightTimecodes(isMirrored: Bool = false) throws(ValidationFailure) -> [MovieTimecode] {
        let size = (width: Timecode.columns * 8, height: Timecode.rows * 8)
        let filters =
            "format=gray,crop=iw:iw/\(Timecode.columns / Timecode.rows):0:ih-oh:exact=1,"
            + "scale=\(size.width):\(size.height):flags=area,"
        let answer = try showing(filters + "showinfo", output: ["-f", "rawvideo"])
        return Self.showInfos(answer).enumerated().compactMap { index, info in
            guard let ticks = info["pts"], let luma = answer.output.picture(index, size) else { return nil }
            return luma.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
                let reader = TimecodeReader(luma: base, width: size.width, height: size.height, rowStride: size.width)
                return reader.read(isMirrored: isMirrored).map {
                    MovieTimecode(time: ticks / 1e6, timecode: $0, angle: 0, isMirrored: isMirrored)
                }
            }
        }
    }

    /// Decodes every picture once at its own time through a filter that ends with `showinfo`.
    func showing(
        _ filters: String,
        input: [String] = [],
        output: [String]
    ) throws(ValidationFailure) -> ValidatorTool.Answer {
        let arguments =
            ["-nostats", "-hide_banner", "-copyts"] + input + [
                "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-vf", "settb=1/1000000," + filters,
            ] + output + ["-"]
        return try ValidatorTool.succeed("ffmpeg", arguments, within: 400)
    }

    static func showInfos(_ answer: ValidatorTool.Answer) -> [ShowInfo] {
        answer.complaints.split(whereSeparator: \.isNewline).filter { $0.contains("showinfo") && $0.contains(" pts:") }
            .map(ShowInfo.init)
    }
}

extension Data {
    /// One of the gray pictures in these bytes.
    fileprivate func picture(_ index: Int, _ size: (width: Int, height: Int)) -> Data? {
        let bytes = size.width * size.height
        guard count >= (index + 1) * bytes else { return nil }
        return self[startIndex + index * bytes..<startIndex + (index + 1) * bytes]
    }
}
