import ArgumentParser
import CameraEngine
import CoreMedia
import CoreVideo
import Dispatch
import Foundation
import ImageProcessing
import MediaEncoding
import Synchronization

/// Records two cameras that cost nothing into one movie at the pace of time, with both previews live if wanted.
struct DualBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dual",
        abstract: "Measure the processor time of recording two cameras into one movie: 1080p30 and 720p30 into 1080p."
    )

    @OptionGroup
    var media: RecordingArguments

    @Option(help: "Raw frames of the second camera, 1280 x 720.")
    var second: String

    @Flag(help: "Encode both cameras' pictures as JPEG beside it, as live previews do.")
    var preview = false

    @Option(help: "The previews' JPEG quality.")
    var quality = 80

    @Flag(help: "Also write one movie of each camera.")
    var separate = false

    func run() throws {
        let stage = try DualBenchStage(self)
        stage.start()
        let processor = ProcessorTime.seconds()
        let total = Int(media.seconds * 30)
        var settled = ProcessResources.now
        for number in 0..<total {
            try stage.deliverNext()
            if number == total / 4 { settled = .now }
        }
        let grown = ProcessResources.now.resident - settled.resident
        let stopped = ContinuousClock.now
        let movie = try stage.stop()
        BenchResult.print([
            "delivered": Double(total),
            "dropped": Double(movie.droppedFrames ?? 0),
            // What encoders take by themselves, and the peer has to be told.
            "bitRate": Double(
                VideoEncoderSettings.defaultBitRate(
                    codec: .h264,
                    width: MappedFrames.width,
                    height: MappedFrames.height,
                    frameRate: 30
                )
            ),
            "processorSeconds": ProcessorTime.seconds() - processor,
            "previewed": Double(stage.previewed),
            "stopMilliseconds": stopped.duration(to: .now) / .milliseconds(1),
            "residentGrowthMegabytes": Double(grown) / 1e6,
        ])
    }
}

/// A recorder of what lies in memory.
private final class DualBenchStage {
    private final class Outcome: Sendable {
        let ended = DispatchSemaphore(value: 0)
        let movie = Mutex<RecordedMovie?>(nil)
    }

    private let main: MappedFrames
    private let second: MappedFrames
    private let sound: MappedSound
    private let formats: [CMFormatDescription]
    private let soundFormat: CMFormatDescription
    private let previews: [JPEGPreview]
    private let recorder = DualMovieRecorder()
    private let request: RecordingRequest
    private let outcome = Outcome()
    private let separate: Bool
    private let began = CMClockGetTime(CMClockGetHostTimeClock())
    private var number = 0
    private var packet = 0

    init(_ bench: DualBench) throws {
        main = try MappedFrames(path: bench.media.frames)
        second = try MappedFrames(path: bench.second, width: 1280, height: 720)
        sound = try MappedSound(path: bench.media.sound)
        formats = try [main[0], second[0]].map { try CMFormatDescription(imageBuffer: $0) }
        soundFormat = try CMFormatDescription(audioStreamBasicDescription: MappedSound.format)
        previews = bench.preview ? try (0..<2).map { _ in try JPEGPreview(quality: bench.quality) } : []
        var request = RecordingRequest(url: URL(fileURLWithPath: bench.media.movie))
        request.freeSpaceKept = 0
        self.request = request
        separate = bench.separate
    }

    var previewed: Int { previews.reduce(0) { $0 + $1.count } }

    func start() {
        recorder.record(request, separateMovies: separate) { [outcome] movie in
            outcome.movie.withLock { $0 = movie }
            outcome.ended.signal()
        }
    }

    /// Waits until it is time for the next pictures; delivers them, and the sound until then.
    func deliverNext() throws {
        number += 1
        let time = began + CMTime(value: Int64(number), timescale: 30)
        let wait = CMTimeGetSeconds(time - CMClockGetTime(CMClockGetHostTimeClock()))
        if wait > 0 { usleep(UInt32(wait * 1e6)) }
        let pictures = [main[number], second[number]]
        for (index, picture) in pictures.enumerated() {
            recorder.take(try sample(picture, formats[index], at: time), from: index == 0 ? .first : .second)
            if !previews.isEmpty { previews[index].show(picture) }
        }
        while (packet + 1) * MappedSound.packet * 30 <= number * MappedSound.rate {
            let heard = began + CMTime(value: Int64(packet * MappedSound.packet), timescale: Int32(MappedSound.rate))
            recorder.takeSound(try soundSample(sound[packet], at: heard))
            packet += 1
        }
    }

    private func sample(_ picture: CVPixelBuffer, _ format: CMFormatDescription, at time: CMTime) throws
        -> CMSampleBuffer
    {
        try CMSampleBuffer(
            imageBuffer: picture,
            formatDescription: format,
            sampleTiming: CMSampleTimingInfo(
                duration: CMTime(value: 1, timescale: 30),
                presentationTimeStamp: time,
                decodeTimeStamp: .invalid
            )
        )
    }

    private func soundSample(_ data: CMBlockBuffer, at time: CMTime) throws -> CMSampleBuffer {
        var made: CMSampleBuffer?
        CMAudioSampleBufferCreateReadyWithPacketDescriptions(
            allocator: nil,
            dataBuffer: data,
            formatDescription: soundFormat,
            sampleCount: MappedSound.packet,
            presentationTimeStamp: time,
            packetDescriptions: nil,
            sampleBufferOut: &made
        )
        guard let made else { throw BenchFailure("no packet of sound") }
        return made
    }

    func stop() throws -> RecordedMovie {
        recorder.stopRecording()
        guard outcome.ended.wait(timeout: .now() + 60) == .success, let movie = outcome.movie.withLock({ $0 }) else {
            throw BenchFailure("the recording did not end")
        }
        guard movie.end == .requested, movie.isPlayable else { throw BenchFailure("the recording failed: \(movie)") }
        return movie
    }
}

/// Encodes one camera's pictures as JPEG on a queue of its own; one that comes while the last is encoded waits, a third replaces
/// it.
private final class JPEGPreview: @unchecked Sendable {
    // @unchecked: the encoder guards itself; what changes lies in the mutex.
    private struct State {
        var waiting: CVPixelBuffer?
        var count = 0
        var isBusy = false
    }

    private let encoder: JPEGEncoder
    private let options: JPEGEncodingOptions
    private let queue = DispatchQueue(label: "bench.preview")
    private let state = Mutex(State())

    var count: Int { state.withLock { $0.count } }

    init(quality: Int) throws {
        encoder = try JPEGEncoder()
        options = JPEGEncodingOptions(quality: quality)
    }

    func show(_ picture: CVPixelBuffer) {
        let wasBusy = state.withLock { state in
            state.waiting = picture
            defer { state.isBusy = true }
            return state.isBusy
        }
        if !wasBusy { queue.async { [self] in drain() } }
    }

    private func drain() {
        while let picture = next() {
            let isEncoded = (try? encoder.withEncodedBytes(of: picture, options: options) { $0.count > 0 }) ?? false
            if isEncoded { state.withLock { $0.count += 1 } }
        }
    }

    private func next() -> CVPixelBuffer? {
        state.withLock { state in
            defer { state.waiting = nil }
            state.isBusy = state.waiting != nil
            return state.waiting
        }
    }
}
