import Foundation

/// What `ffprobe` says of a movie.
public struct MovieReport: Sendable {
    /// One of the movie's streams.
    public struct Stream: Sendable {
        /// What a stream is made of.
        public enum Kind: String, Sendable {
            case video, audio, other
        }

        /// The stream's place in the file.
        public var index: Int
        public var kind: Kind
        /// `h264`, `aac`, ...
        public var codec: String
        /// `avc1`, `hvc1`, `mp4a`, ...
        public var codecTag: String
        public var profile: String?
        public var level: Int?
        public var width: Int?
        public var height: Int?
        public var pixelFormat: String?
        public var colorRange: String?
        public var colorSpace: String?
        public var colorTransfer: String?
        public var colorPrimaries: String?
        /// Degrees, clockwise, by which players turn the picture; 0 when they need not.
        public var rotation: Int
        /// The nine numbers of the track's matrix as `ffprobe` shows them, when it is not the identity.
        public var displayMatrix: [Int]?
        public var sampleRate: Int?
        public var channels: Int?
        /// Frames a second, on average.
        public var averageFrameRate: Double
        /// Ticks a second.
        public var timescale: Int
        public var startTime: Double?
        public var duration: Double?
        public var bitRate: Int?
        /// How many samples the file says that there are.
        public var frameCount: Int?
        public var isDefault: Bool
        /// Title, language and the like.
        public var tags: [String: String]
    }

    /// Names of formats that the file may be.
    public var formatName: String
    public var startTime: Double?
    public var duration: Double?
    public var size: Int
    public var bitRate: Int?
    public var tags: [String: String]
    public var streams: [Stream]
    /// What `ffprobe` complained about at `-v warning`.
    public var warnings: [String]

    /// The streams of pictures.
    public var video: [Stream] { streams.filter { $0.kind == .video } }
    /// The streams of sound.
    public var audio: [Stream] { streams.filter { $0.kind == .audio } }
}

extension MovieFileValidator {
    /// What `ffprobe` says of the file and its streams, having looked at all packets.
    public func report() throws(ValidationFailure) -> MovieReport {
        let answer = try ValidatorTool.succeed(
            "ffprobe",
            ["-v", "warning", "-count_packets", "-show_format", "-show_streams", "-of", "json", path]
        )
        do {
            let probe = try JSONDecoder().decode(ProbeAnswer.self, from: answer.output)
            return MovieReport(probe, warnings: answer.complaintLines)
        } catch {
            throw ValidationFailure("ffprobe said what cannot be read: \(error)\n\(answer.text)")
        }
    }
}

/// What `ffprobe` writes. Most numbers are text.
private struct ProbeAnswer: Decodable {
    struct SideData: Decodable {
        var displaymatrix: String?
        var rotation: Int?
    }

    struct Stream: Decodable {
        var index: Int
        var codec_type: String?
        var codec_name: String?
        var codec_tag_string: String?
        var profile: String?
        var level: Int?
        var width: Int?
        var height: Int?
        var pix_fmt: String?
        var color_range: String?
        var color_space: String?
        var color_transfer: String?
        var color_primaries: String?
        var sample_rate: String?
        var channels: Int?
        var avg_frame_rate: String?
        var time_base: String?
        var start_time: String?
        var duration: String?
        var bit_rate: String?
        var nb_read_packets: String?
        var disposition: [String: Int]?
        var tags: [String: String]?
        var side_data_list: [SideData]?
    }

    struct Format: Decodable {
        var format_name: String
        var start_time: String?
        var duration: String?
        var size: String?
        var bit_rate: String?
        var tags: [String: String]?
    }

    var format: Format
    var streams: [Stream]
}

extension MovieReport {
    fileprivate init(_ probe: ProbeAnswer, warnings: [String]) {
        formatName = probe.format.format_name
        startTime = probe.format.start_time.flatMap(Double.init)
        duration = probe.format.duration.flatMap(Double.init)
        size = probe.format.size.flatMap { Int($0) } ?? 0
        bitRate = probe.format.bit_rate.flatMap { Int($0) }
        tags = probe.format.tags ?? [:]
        streams = probe.streams.map(Stream.init)
        self.warnings = warnings
    }
}

extension MovieReport.Stream {
    fileprivate init(_ stream: ProbeAnswer.Stream) {
        index = stream.index
        kind = stream.codec_type.flatMap(Kind.init) ?? .other
        codec = stream.codec_name ?? ""
        codecTag = stream.codec_tag_string ?? ""
        profile = stream.profile
        level = stream.level
        width = stream.width
        height = stream.height
        pixelFormat = stream.pix_fmt
        colorRange = stream.color_range
        colorSpace = stream.color_space
        colorTransfer = stream.color_transfer
        colorPrimaries = stream.color_primaries
        sampleRate = stream.sample_rate.flatMap { Int($0) }
        channels = stream.channels
        averageFrameRate = stream.avg_frame_rate.map(Self.fraction) ?? 0
        timescale = stream.time_base.map { Int((1 / Self.fraction($0)).rounded()) } ?? 0
        startTime = stream.start_time.flatMap(Double.init)
        duration = stream.duration.flatMap(Double.init)
        bitRate = stream.bit_rate.flatMap { Int($0) }
        frameCount = stream.nb_read_packets.flatMap { Int($0) }
        isDefault = stream.disposition?["default"] == 1
        tags = stream.tags ?? [:]
        let matrix = stream.side_data_list?.first { $0.displaymatrix != nil }
        // ffprobe counts counter-clockwise, from -180 to 180.
        rotation = matrix?.rotation.map { (360 - $0) % 360 } ?? 0
        displayMatrix = matrix?.displaymatrix.map { text in
            text.split(whereSeparator: \.isNewline)
                .flatMap { line in line.split(separator: ":").last.map { $0.split(separator: " ") } ?? [] }
                .compactMap { Int($0) }
        }
    }

    private static func fraction(_ text: String) -> Double {
        let parts = text.split(separator: "/").compactMap { Double($0) }
        guard parts.count == 2, parts[1] != 0 else { return parts.first ?? 0 }
        return parts[0] / parts[1]
    }
}
