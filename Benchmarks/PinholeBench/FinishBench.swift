import ArgumentParser
import CoreMedia
import Foundation
import MediaEncoding

/// How long it takes from the wish to stop until the movie of a long recording plays everywhere. Recording takes no time:
/// one second of real samples is appended again and again, as fast as the disk takes it.
struct FinishBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish",
        abstract: "Measure how long finishing a long full HD recording takes."
    )

    @Argument(help: "Raw frames, as 'pinhole-bench scene-frames' writes them.")
    var frames: String

    @Argument(help: "Raw sound: 48 kHz, two channels of 16 bits.")
    var sound: String

    @Argument(help: "The movie to write.")
    var movie: String

    @Option(help: "How many minutes it is to have.")
    var minutes = 10.0

    func run() throws {
        let (pictures, pictureFormat) = try encodedPictures()
        let (packets, audioFormat) = try encodedAudio()
        let file = try MovieFile(
            MovieFileSettings(
                url: URL(fileURLWithPath: movie),
                container: .mp4,
                tracks: [MovieTrack(format: pictureFormat), MovieTrack(format: audioFormat)]
            )
        )
        let ready = DispatchSemaphore(value: 0)
        file.setStateHandler { ready.signal() }
        try file.start(at: .zero)
        for second in 0..<Int(minutes * 60) {
            while !file.isReadyForMoreData {
                guard ready.wait(timeout: .now() + 60) == .success else { throw BenchFailure("the disk stands still") }
            }
            // Sound has 46.875 packets a second: 47 in most seconds.
            let heard = (second * 48_000 / 1024)..<((second + 1) * 48_000 / 1024)
            for (number, sample) in pictures.enumerated() {
                try file.append(sample.placed(at: second * 30 + number, timescale: 30, length: 1), track: 0)
            }
            for (number, sample) in zip(heard, packets) {
                try file.append(sample.placed(at: number * 1024, timescale: 48_000, length: 1024), track: 1)
            }
        }
        let start = ContinuousClock.now
        let layout = try file.finish()
        let milliseconds = start.duration(to: .now) / .milliseconds(1)
        guard layout == .indexFirst else { throw BenchFailure("the movie's layout is \(layout.rawValue)") }
        BenchResult.print([
            "minutes": minutes,
            "stopMilliseconds": milliseconds,
            "megabytes": Double(file.fileSize) / 1e6,
        ])
    }

    /// A second of pictures from a key frame on.
    private func encodedPictures() throws -> ([EncodedSample], CMFormatDescription?) {
        let frames = try MappedFrames(path: frames)
        let encoder = try VideoEncoder(
            VideoEncoderSettings(codec: .h264, width: MappedFrames.width, height: MappedFrames.height)
        )
        let duration = CMTime(value: 1, timescale: 30)
        var samples: [EncodedSample] = []
        for number in 0..<30 {
            samples += try encoder.encode(
                frames[number],
                at: CMTime(value: Int64(number), timescale: 30),
                duration: duration
            )
        }
        return (samples + (try encoder.finish()), encoder.formatDescription)
    }

    /// A second of sound.
    private func encodedAudio() throws -> ([EncodedSample], CMFormatDescription?) {
        let sound = try MappedAudio(path: sound)
        let encoder = try AudioEncoder(AudioEncoderSettings(codec: .aac))
        var samples: [EncodedSample] = []
        for number in 0..<50 {
            samples += try encoder.encode(
                sound[number],
                format: MappedAudio.format,
                frameCount: MappedAudio.packet,
                at: CMTime(value: Int64(number * MappedAudio.packet), timescale: 48_000)
            )
        }
        return (samples + (try encoder.finish()), encoder.formatDescription)
    }
}

extension EncodedSample {
    /// The same sample at another time.
    fileprivate func placed(at value: Int, timescale: Int32, length: Int) -> EncodedSample {
        var sample = self
        sample.presentationTime = CMTime(value: Int64(value), timescale: timescale)
        sample.decodeTime = sample.presentationTime
        sample.duration = CMTime(value: Int64(length), timescale: timescale)
        return sample
    }
}
