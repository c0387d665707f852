import CoreMedia
import CoreVideo
import Foundation
import MediaEncoding
import MovieValidators

/// Encodes and writes at the pace of time, thirty pictures a second.
final class Recording {
    private static let origin = CMTime(value: 1000, timescale: 1)
    private static let pictureRate = 30
    private static let audioRate = 48_000
    private static let packet = 1024

    private let options: Record
    private let log: AppendLog
    private let file: MovieFile
    private let pictures: VideoEncoder
    private let sound: AudioEncoder?
    private let source: MadeUpSource

    init(_ options: Record, log: AppendLog) throws(MediaEncodingError) {
        self.options = options
        self.log = log
        source = MadeUpSource(width: options.width, height: options.height)
        pictures = try VideoEncoder(
            VideoEncoderSettings(
                codec: options.hevc ? .hevc : .h264,
                width: options.width,
                height: options.height,
                bitRate: options.bitRate,
                expectedFrameRate: Double(Self.pictureRate)
            )
        )
        sound =
            options.pictureOnly
            ? nil : try AudioEncoder(AudioEncoderSettings(codec: .aac, sampleRate: Double(Self.audioRate), channels: 1))
        let formats = [pictures.formatDescription] + (sound.map { [$0.formatDescription] } ?? [])
        var settings = MovieFileSettings(
            url: URL(fileURLWithPath: options.file),
            container: .mp4,
            tracks: formats.map { MovieTrack(format: $0) }
        )
        if let limit = options.backlog { settings.backlogLimit = limit }
        file = try MovieFile(settings)
        try file.start(at: Self.origin)
    }

    /// Records, and finishes the file whatever happens.
    func run() throws {
        var failure: MediaEncodingError?
        do {
            try append()
        } catch {
            failure = error
        }
        log.stage = .finishing
        let start = ContinuousClock.now
        do {
            let layout = try finish()
            let milliseconds = start.duration(to: .now) / .milliseconds(1)
            Outcome(
                layout: layout.rawValue,
                error: failure?.kind.rawValue,
                advice: failure?.advice,
                finishMilliseconds: milliseconds
            ).print()
        } catch {
            let first = failure ?? error
            Outcome(error: first.kind.rawValue, advice: first.advice).print()
        }
    }

    private func append() throws(MediaEncodingError) {
        let start = ContinuousClock.now
        var heard = 0
        for number in 0..<Int(options.seconds * Double(Self.pictureRate)) {
            let end = Double(number + 1) / Double(Self.pictureRate)
            if options.pace > 0 { sleep(until: start + .seconds(end / options.pace)) }
            let begun = ContinuousClock.now
            try appendPicture(number)
            while Double(heard + Self.packet) / Double(Self.audioRate) <= end {
                try appendAudio(from: heard)
                heard += Self.packet
            }
            log.longestWait = max(log.longestWait, begun.duration(to: .now) / .seconds(1))
            if options.inStep { waitForDisk() }
        }
    }

    /// How much a sudden end costs depends on when the disk's thread gets a processor, which on a busy machine is anybody's guess.
    private func waitForDisk() {
        while file.backlog > 0, file.failure == nil { usleep(1_000) }
    }

    private func appendPicture(_ number: Int) throws(MediaEncodingError) {
        guard file.isReadyForMoreData else {
            log.droppedPictures += 1
            return
        }
        let time = CMTimeAdd(Self.origin, CMTime(value: Int64(number), timescale: Int32(Self.pictureRate)))
        let duration = CMTime(value: 1, timescale: Int32(Self.pictureRate))
        for sample in try pictures.encode(source.picture(number), at: time, duration: duration) {
            try file.append(sample, track: 0)
        }
        log.pictures += 1
        log.pictureEnd = Double(number + 1) / Double(Self.pictureRate)
    }

    private func appendAudio(from frame: Int) throws(MediaEncodingError) {
        guard let sound else { return }
        let time = CMTimeAdd(Self.origin, CMTime(value: Int64(frame), timescale: Int32(Self.audioRate)))
        let packet = source.sound(from: frame, count: Self.packet)
        let samples = try sound.encode(packet, format: MadeUpSource.audioFormat, frameCount: Self.packet, at: time)
        for sample in samples { try file.append(sample, track: 1) }
        log.audioEnd = Double(frame + Self.packet) / Double(Self.audioRate)
    }

    private func finish() throws(MediaEncodingError) -> MovieFile.Layout {
        if file.failure == nil {
            for sample in try pictures.finish() { try file.append(sample, track: 0) }
            for sample in try sound?.finish() ?? [] { try file.append(sample, track: 1) }
        }
        return try file.finish()
    }

    private func sleep(until moment: ContinuousClock.Instant) {
        let microseconds = ContinuousClock.now.duration(to: moment) / .microseconds(1)
        if microseconds > 0 { usleep(UInt32(microseconds)) }
    }
}
