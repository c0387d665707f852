import ArgumentParser
@_spi(Pinhole) import CameraEngine
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
        let fixture = try DualBenchFixture(self)
        fixture.start()
        let processor = ProcessorTime.seconds()
        let total = Int(media.seconds * 30)
        var settled = ProcessResources.now
        for number in 0..<total {
            try fixture.deliverNext()
            if number == total / 4 { settled = .now }
        }
        let grown = ProcessResources.now.resident - settled.resident
        let stopped = ContinuousClock.now
        let movie = try fixture.stop()
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
            "previewed": Double(fixture.previewed),
            "stopMilliseconds": stopped.duration(to: .now) / .milliseconds(1),
            "residentGrowthMegabytes": Double(grown) / 1e6,
        ])
    }
}

/// A recorder of what is read from memory.
private final class DualBenchFixture {
    private final class Outcome: Sendable {
        let ended = DispatchSemaphore(value: 0)
        let movie = Mutex<RecordedMovie?>(nil)
    }

    private let main: ReadFrames
    private let second: ReadFrames
    private let sound: MappedAudio
    private let formats: [CMFormatDescription]
    private let audioFormat: CMFormatDescription
    private let previews: [JPEGPreview]
    private let recorder = CompositeMovieRecorder()
    private let request: RecordingRequest
    private let outcome = Outcome()
    private let separate: Bool
    private var pace = LivePace()

    init(_ bench: DualBench) throws {
        main = try ReadFrames(path: bench.media.frames)
        second = try ReadFrames(path: bench.second, width: 1280, height: 720)
        sound = try MappedAudio(path: bench.media.sound)
        formats = try [main.read(0), second.read(0)].map { try CMFormatDescription(imageBuffer: $0) }
        audioFormat = try CMFormatDescription(audioStreamBasicDescription: MappedAudio.format)
        previews = bench.preview ? try (0..<2).map { _ in try JPEGPreview(quality: bench.quality) } : []
        var request = RecordingRequest(url: URL(fileURLWithPath: bench.media.movie))
        request.freeSpaceKept = 0
        self.request = request
        separate = bench.separate
    }

    var previewed: Int { previews.reduce(0) { $0 + $1.count } }

    func start() {
        // Making the encoders of the previews took its time.
        pace = LivePace()
        recorder.record(request, cameraCount: 2, separateMovies: separate) { [outcome] movie in
            outcome.movie.withLock { $0 = movie }
            outcome.ended.signal()
        }
    }

    /// Waits until it is time for the next pictures; delivers them, and the sound until then.
    func deliverNext() throws {
        let (number, time) = pace.awaitFrame()
        let pictures = [try main.read(number), try second.read(number)]
        for (index, picture) in pictures.enumerated() {
            recorder.append(try sample(picture, formats[index], at: time), from: index)
            if !previews.isEmpty { previews[index].enqueue(picture) }
        }
        while let (packet, heard) = pace.nextPacket() {
            recorder.appendAudio(try audioSample(sound[packet], at: heard))
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

    private func audioSample(_ data: CMBlockBuffer, at time: CMTime) throws -> CMSampleBuffer {
        var made: CMSampleBuffer?
        CMAudioSampleBufferCreateReadyWithPacketDescriptions(
            allocator: nil,
            dataBuffer: data,
            formatDescription: audioFormat,
            sampleCount: MappedAudio.packet,
            presentationTimeStamp: time,
            packetDescriptions: nil,
            sampleBufferOut: &made
        )
        guard let made else { throw BenchFailure("no packet of sound") }
        return made
    }

    /// Stops; cameras and microphone go on meanwhile.
    func stop() throws -> RecordedMovie {
        recorder.stopRecording()
        var patience = 1_800
        while patience > 0, !pace.ends(outcome.ended) {
            try deliverNext()
            patience -= 1
        }
        guard let movie = outcome.movie.withLock({ $0 }) else { throw BenchFailure("the recording did not end") }
        guard movie.end == .requested, movie.isPlayable else { throw BenchFailure("the recording failed: \(movie)") }
        return movie
    }
}
