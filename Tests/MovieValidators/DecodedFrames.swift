import Foundation

/// What a player gets to see and hear of a movie, however it ended: all that can be decoded.
public struct DecodedFrames: Sendable {
    /// One stream's share.
    public struct Stream: Sendable {
        /// `video` or `audio`.
        public var kind: MovieReport.Stream.Kind
        /// When frames are shown, in seconds, in the order in which they were decoded.
        public var times: [Double]
        /// When the last of them has been shown, in seconds.
        public var end: Double
    }

    /// The streams by their places in the file.
    public var streams: [Int: Stream]
    /// What the decoders complained about.
    public var complaints: [String]

    /// The first stream of pictures.
    public var video: Stream? { first(.video) }
    /// The first stream of sound.
    public var audio: Stream? { first(.audio) }

    /// Until when everything plays: where the first of the streams ends.
    public var end: Double { streams.values.map(\.end).min() ?? 0 }

    private func first(_ kind: MovieReport.Stream.Kind) -> Stream? {
        streams.sorted { $0.key < $1.key }.first { $0.value.kind == kind }?.value
    }
}

extension MovieFileValidator {
    /// Decodes the whole file; what cannot be decoded is missing, and complained about.
    public func decodedFrames() throws(ValidationFailure) -> DecodedFrames {
        let entries = "frame=media_type,stream_index,pts_time,best_effort_timestamp_time,pkt_duration_time,nb_samples"
        let answer = try ValidatorTool.run(
            "ffprobe",
            [
                "-v", "error", "-show_frames", "-show_entries", entries + ":stream=index,sample_rate", "-of", "compact",
                path,
            ]
        )
        var frames = DecodedFrames(streams: [:], complaints: answer.complaintLines)
        for line in answer.text.split(whereSeparator: \.isNewline) {
            frames.add(LineFields(line))
        }
        return frames
    }
}

extension MovieFileValidator {
    /// Decodes many files at once, which saves what starting a program for each would take. Each must have pictures.
    ///
    /// - Returns: what each file gives. Complaints are those of all files, down to warnings, and all are the first file's: only
    ///   that there are none says something of the others.
    public static func decodedFrames(of movies: [MovieFileValidator]) throws(ValidationFailure) -> [DecodedFrames] {
        let inputs = movies.flatMap { ["-threads", "1", "-i", $0.path] }
        let maps = movies.indices.flatMap { ["-map", "\($0):v:0", "-map", "\($0):a:0?"] }
        let answer = try ValidatorTool.succeed(
            "ffmpeg",
            ["-v", "warning", "-nostats", "-copyts"] + inputs + maps + [
                "-fps_mode", "passthrough", "-f", "framecrc", "-",
            ]
        )
        var list = FrameList()
        answer.text.split(whereSeparator: \.isNewline).forEach { list.read($0) }
        guard list.movies.count == movies.count else {
            throw ValidationFailure("\(list.movies.count) files of \(movies.count) have pictures")
        }
        list.movies[0].complaints = answer.complaintLines
        return list.movies
    }
}

/// Reads what ffmpeg's `framecrc` says: header lines (`#tb 0: 1/30`), then a line for each frame.
private struct FrameList {
    private(set) var places: [Int: (movie: Int, stream: Int, tick: Double)] = [:]
    private var ticks: [Int: Double] = [:]
    var movies: [DecodedFrames] = []

    mutating func read(_ line: Substring) {
        if line.hasPrefix("#") {
            readHeader(line.dropFirst().split(whereSeparator: { " :".contains($0) }))
        } else {
            readFrame(line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
        }
    }

    private mutating func readHeader(_ words: [Substring]) {
        guard words.count == 3, let number = Int(words[1]) else { return }
        if words[0] == "tb" {
            let parts = words[2].split(separator: "/").compactMap { Double($0) }
            ticks[number] = parts.count == 2 ? parts[0] / parts[1] : 0
        } else if words[0] == "media_type", let kind = MovieReport.Stream.Kind(rawValue: String(words[2])) {
            // Each file's pictures come first.
            if kind == .video { movies.append(DecodedFrames(streams: [:], complaints: [])) }
            guard let movie = movies.indices.last else { return }
            let stream = movies[movie].streams.count
            movies[movie].streams[stream] = DecodedFrames.Stream(kind: kind, times: [], end: 0)
            places[number] = (movie, stream, ticks[number] ?? 0)
        }
    }

    private mutating func readFrame(_ fields: [String]) {
        guard fields.count >= 4, let number = Int(fields[0]), let place = places[number], let time = Double(fields[2]),
            let duration = Double(fields[3])
        else { return }
        movies[place.movie].streams[place.stream]?.add(time * place.tick, lasting: duration * place.tick)
    }
}

extension DecodedFrames.Stream {
    fileprivate mutating func add(_ time: Double, lasting duration: Double) {
        times.append(time)
        end = max(end, time + duration)
    }
}

extension DecodedFrames {
    fileprivate mutating func add(_ fields: LineFields) {
        guard fields.name == "frame", let index = fields.integer("stream_index"),
            let kind = fields["media_type"].flatMap({ MovieReport.Stream.Kind(rawValue: String($0)) }),
            let time = fields.number("pts_time") ?? fields.number("best_effort_timestamp_time")
        else { return }
        var stream = streams.removeValue(forKey: index) ?? Stream(kind: kind, times: [], end: 0)
        stream.add(time, lasting: fields.number("pkt_duration_time") ?? 0)
        streams[index] = stream
    }
}

/// A line of `ffprobe`'s compact output: `frame|pts_time=0.000000|...`.
struct LineFields {
    /// What the line is about.
    let name: Substring
    private let fields: [Substring: Substring]

    init(_ line: Substring) {
        let parts = line.split(separator: "|")
        name = parts.first ?? ""
        fields = parts.dropFirst().reduce(into: [:]) { fields, part in
            guard let equals = part.firstIndex(of: "=") else { return }
            fields[part[..<equals]] = part[part.index(after: equals)...]
        }
    }

    subscript(_ key: Substring) -> Substring? { fields[key] }

    func number(_ key: Substring) -> Double? { fields[key].flatMap { Double($0) } }

    func integer(_ key: Substring) -> Int? { fields[key].flatMap { Int($0) } }
}
