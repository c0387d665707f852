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

extension MovieFileJudge {
    /// Decodes the whole file; what cannot be decoded is missing, and complained about.
    public func decodedFrames() throws(JudgeFailure) -> DecodedFrames {
        let entries = "frame=media_type,stream_index,pts_time,best_effort_timestamp_time,pkt_duration_time,nb_samples"
        let answer = try JudgeTool.run(
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

extension DecodedFrames {
    fileprivate mutating func add(_ fields: LineFields) {
        guard fields.name == "frame", let index = fields.integer("stream_index"),
            let kind = fields["media_type"].flatMap({ MovieReport.Stream.Kind(rawValue: String($0)) }),
            let time = fields.number("pts_time") ?? fields.number("best_effort_timestamp_time")
        else { return }
        let end = time + (fields.number("pkt_duration_time") ?? 0)
        var stream = streams.removeValue(forKey: index) ?? Stream(kind: kind, times: [], end: end)
        stream.times.append(time)
        stream.end = max(stream.end, end)
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
