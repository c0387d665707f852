import ArgumentParser
import BookshelfScene
import CoreMedia
import CoreVideo
import Foundation
import ImageProcessing
import KnownBooks
import LiveText
import Synchronization

/// What looking for text in the live picture costs.
struct LiveTextBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "Measure how many frames of a camera one processor can look at for text."
    )

    @Option(help: "How many frames are looked at.")
    var looks = 30

    func run() throws {
        let sample = try Self.frame()
        let lines = Mutex(0)
        let done = DispatchSemaphore(value: 0)
        let uptime = Mutex(Duration.zero)
        let detector = LiveTextDetector {
            // The time of the schedule, which lets every frame be looked at.
            uptime.withLock { uptime in
                uptime += .seconds(60)
                return uptime
            }
        } report: { outcome in
            if case .success(let observation) = outcome { lines.withLock { $0 = observation.lines.count } }
            done.signal()
        }
        detector.turn(on: true)
        // The first one loads the models.
        detector.receive(sample)
        done.wait()
        let (time, begin) = (Self.processorSeconds(), ContinuousClock.now)
        for _ in 0..<looks {
            detector.receive(sample)
            done.wait()
        }
        let cost = (Self.processorSeconds() - time) / Double(looks)
        let wall = begin.duration(to: .now) / .seconds(1) / Double(looks)
        guard lines.withLock({ $0 }) > 0 else { throw ValidationError("No text was found.") }
        print(
            "live text, 1920 x 1080: \(lines.withLock { $0 }) lines, \(wall.short) s a look, \(cost.short) s of one processor: "
                + "\((1 / cost).short) looks a second on one"
        )
    }

    /// A shelf, as a camera delivers it.
    private static func frame() throws -> CMSampleBuffer {
        let request = BookshelfRequest(seed: 1, level: .tilted, width: 1920, height: 1080, books: try KnownBooks.load())
        let pixels = try TemporaryImage.with(Bookshelf(request, fonts: FontLibrary())) { file in
            try StillDecoder.decode(Data(contentsOf: file), maximumPixelCount: 10_000_000).pixels
        }
        let frame = try PixelTransformer(pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange).transform(pixels)
        return try CMSampleBuffer(
            imageBuffer: frame,
            formatDescription: CMFormatDescription(imageBuffer: frame),
            sampleTiming: CMSampleTimingInfo(
                duration: .invalid,
                presentationTimeStamp: .zero,
                decodeTimeStamp: .invalid
            )
        )
    }

    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
