import Foundation

/// An encoded picture or piece of sound in a movie, as `ffprobe` reads it: edit lists are taken into account.
public struct MoviePacket: Sendable, Hashable {
    /// The stream's place in the file.
    public var stream: Int
    /// When it is shown, in seconds.
    public var time: Double
    /// When it is decoded, in seconds.
    public var decodeTime: Double?
    /// How long it is shown, in seconds.
    public var duration: Double
    /// Bytes.
    public var size: Int
    /// Where its bytes lie in the file.
    public var position: Int?
    /// Whether decoding can begin here.
    public var isKeyFrame: Bool
    /// Whether an edit list cuts it away: it is decoded, and not shown.
    public var isCutAway: Bool

    /// When it has been shown.
    public var end: Double { time + duration }
}

extension MovieFileValidator {
    /// The packets of one stream, or of all, in the order of the file.
    ///
    /// - Parameter selection: one of `ffprobe`'s specifiers: `v:0`, `a:0`, `1`.
    public func packets(_ selection: String? = nil) throws(ValidationFailure) -> [MoviePacket] {
        let answer = try ValidatorTool.succeed(
            "ffprobe",
            ["-v", "error"] + (selection.map { ["-select_streams", $0] } ?? []) + [
                "-show_entries", "packet=stream_index,pts_time,dts_time,duration_time,size,pos,flags", "-of", "compact",
                path,
            ]
        )
        return answer.text.split(whereSeparator: \.isNewline).compactMap { MoviePacket(LineFields($0)) }
    }

    /// When the pictures are shown, in seconds, in order of time; without those that edit lists cut away.
    public func pictureTimes() throws(ValidationFailure) -> [Double] {
        try packets("v:0").filter { !$0.isCutAway }.map(\.time).sorted()
    }
}

extension MoviePacket {
    /// Reads a line of `ffprobe`'s.
    fileprivate init?(_ fields: LineFields) {
        guard let stream = fields.integer("stream_index"), let size = fields.integer("size"),
            let flags = fields["flags"],
            let time = fields.number("pts_time") ?? fields.number("dts_time")
        else { return nil }
        self.init(
            stream: stream,
            time: time,
            decodeTime: fields.number("dts_time"),
            duration: fields.number("duration_time") ?? 0,
            size: size,
            position: fields.integer("pos"),
            isKeyFrame: flags.contains("K"),
            isCutAway: flags.contains("D")
        )
    }
}
