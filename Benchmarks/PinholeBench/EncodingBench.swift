import ArgumentParser
import CoreMedia
import CoreVideo
import Foundation
import MediaEncoding

/// Encodes and writes full HD pictures and sound at the pace of time, as a recording does, without a session around it.
struct EncodingBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encoding",
        abstract: "Measure the processor time of encoding and writing a movie from raw frames."
    )

    @OptionGroup
    var media: RecordingArguments

    @Flag(help: "Go as fast as it goes instead of waiting for each frame's time.")
    var hurry = false

    func run() throws {
        let writer = try MovieWriter(frames: media.frames, sound: media.sound, movie: media.movie)
        let before = ProcessResources.now
        let processor = ProcessorTime.seconds()
        let start = ContinuousClock.now
        for number in 0..<Int(media.seconds * 30) {
            let due = start + .seconds(Double(number + 1) / 30)
            let wait = ContinuousClock.now.duration(to: due) / .microseconds(1)
            if !hurry, wait > 0 { usleep(UInt32(wait)) }
            try writer.appendFrame()
        }
        let stop = ContinuousClock.now
        try writer.finish()
        let milliseconds = stop.duration(to: .now) / .milliseconds(1)
        let used = ProcessorTime.seconds() - processor
        BenchResult.print([
            "seconds": media.seconds,
            "processorSeconds": used,
            "dropped": Double(writer.dropped),
            "bitRate": Double(writer.bitRate),
            "stopMilliseconds": milliseconds,
            "residentGrowthMegabytes": Double(ProcessResources.now.resident - before.resident) / 1e6,
        ])
    }
}

/// Encoders and a file, fed frame by frame from memory.
final class MovieWriter {
    private let pictures: VideoEncoder
    private let voice: AudioEncoder
    private let file: MovieFile
    private let frames: ReadFrames
    private let sound: MappedAudio
    private var number = 0
    private var packet = 0
    /// Pictures that the disk had no time for.
    private(set) var dropped = 0

    /// The pictures' bits per second.
    let bitRate = VideoEncoderSettings.defaultBitRate(
        codec: .h264,
        width: MappedFrames.width,
        height: MappedFrames.height,
        frameRate: 30
    )

    init(frames: String, sound: String, movie: String) throws {
        self.frames = try ReadFrames(path: frames)
        self.sound = try MappedAudio(path: sound)
        pictures = try VideoEncoder(
            VideoEncoderSettings(
                codec: .h264,
                width: MappedFrames.width,
                height: MappedFrames.height,
                bitRate: bitRate
            )
        )
        voice = try AudioEncoder(AudioEncoderSettings(codec: .aac, bitRate: 128_000))
        file = try MovieFile(
            MovieFileSettings(
                url: URL(fileURLWithPath: movie),
                container: .mp4,
                tracks: [
                    MovieTrack(format: pictures.formatDescription), MovieTrack(format: voice.formatDescription),
                ]
            )
        )
        try file.start(at: .zero)
    }

    func appendFrame() throws {
        let time = CMTime(value: Int64(number), timescale: 30)
        if file.isReadyForMoreData {
            let duration = CMTime(value: 1, timescale: 30)
            try append(try pictures.encode(try frames.read(number), at: time, duration: duration), track: 0)
        } else {
            dropped += 1
        }
        number += 1
        while (packet + 1) * MappedAudio.packet * 30 <= number * MappedAudio.rate {
            let heard = CMTime(value: Int64(packet * MappedAudio.packet), timescale: Int32(MappedAudio.rate))
            let samples = try voice.encode(
                sound[packet],
                format: MappedAudio.format,
                frameCount: MappedAudio.packet,
                at: heard
            )
            try append(samples, track: 1)
            packet += 1
        }
    }

    func finish() throws {
        try append(try pictures.finish(), track: 0)
        try append(try voice.finish(), track: 1)
        let layout = try file.finish()
        guard layout == .indexFirst else { throw BenchFailure("the movie's layout is \(layout.rawValue)") }
    }

    private func append(_ samples: [EncodedSample], track: Int) throws {
        for sample in samples { try file.append(sample, track: track) }
    }
}
