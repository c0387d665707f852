import AVFoundation
import CaptureDriver
import MovieValidators
import SimulatedDriver
import Synchronization
import Testing

@testable import ClassicClientSources
@testable import ModernClientSources

/// Turns what a controller of movie files tells its delegate into words.
private final class MovieFileListener: MovieFileControllerDelegate {
    let hearing = Hearing()

    func movieFileControllerDidStart(_ controller: MovieFileController) {
        hearing.hear("started")
    }

    func movieFileController(_ controller: MovieFileController, didFinish url: URL, success: Bool, code: Int?) {
        hearing.hear("\(url.lastPathComponent.suffix(5)) \(success) \(code ?? 0)")
    }
}

@Suite("Client code that records movies")
struct MovieClientTests {
    /// Where a test's movie goes.
    private static func place(_ name: String) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)-\(name)")
    }

    /// What others say of a movie, which is removed.
    private static func validator(_ url: URL) throws -> MovieReport {
        defer { try? FileManager.default.removeItem(at: url) }
        let validator = MovieFileValidator(url)
        do {
            let report = try validator.report()
            #expect(report.warnings == [], "\(report.warnings)")
            let errors = try validator.decodingErrors()
            #expect(errors == [], "\(errors)")
            return report
        } catch {
            // What is thrown out of a program's process is not told.
            Issue.record("\(error)")
            throw error
        }
    }

    @Test("A capture pipeline records camera and microphone with data outputs and a movie recorder")
    func pipeline() async {
        await #expect(processExitsWith: .success) {
            let phone = ClientPhone.inForce()
            phone.setAuthorization(.authorized, for: .audio)
            let hearing = Hearing()
            let url = Self.place("pipeline.mov")
            let pipeline = CapturePipeline(recordingURL: url)
            pipeline.onEvent = { hearing.hear($0.hasPrefix("finished") ? "finished" : $0) }
            pipeline.startRunning()
            await hearing.wait(for: "video", "audio")
            pipeline.startRecording()
            await hearing.wait(for: "recording", "enough")
            pipeline.stopRecording()
            await hearing.wait(for: "finished")
            pipeline.stopRunning()
            let report = try Self.validator(url)
            let video = try #require(report.video.first)
            #expect(video.codec == "h264" && video.rotation == 90, "\(video)")
            #expect(video.width == 640 && video.height == 480, "\(video)")
            #expect((video.frameCount ?? 0) >= 10, "\(video)")
            let audio = try #require(report.audio.first)
            #expect(audio.codec == "aac", "\(audio)")
            #expect(abs((audio.duration ?? 0) - (video.duration ?? 9)) < 0.5, "\(video) \(audio)")
        }
    }

    @Test("A movie output's client pauses, goes on, reaches a limit, and is told when the file can be used")
    func movieCapture() async {
        await #expect(processExitsWith: .success) {
            _ = ClientPhone.inForce()
            let capture = MovieCapture()
            var progress = capture.progress.makeAsyncIterator()
            try await capture.setUp(preset: .vga640x480, rotationAngle: 90)
            await capture.run()
            let limited = Self.place("limited.mov")
            await capture.start(to: limited, title: "Limited", longest: CMTime(value: 3, timescale: 1))
            try await progress.skip(to: .started)
            await capture.pause()
            try await progress.skip(to: .paused)
            await capture.resume()
            try await progress.skip(to: .resumed)
            let first = try await capture.ended()
            // A busy machine may lose the last pictures.
            #expect(first.interruption == .maximumDurationReached, "\(first)")
            #expect((0.3..<3.001).contains(first.duration), "\(first)")
            let stopped = Self.place("stopped.mp4")
            await capture.start(to: stopped, title: "Stopped")
            try await progress.skip(to: .started)
            let second = try await capture.stop()
            #expect(second.interruption == nil && second.url == stopped, "\(second)")
            let isStillRecording = await capture.isRecording
            #expect(!isStillRecording, "The second recording has not ended.")
            await capture.halt()
            for (url, title) in [(limited, "Limited"), (stopped, "Stopped")] {
                let report = try Self.validator(url)
                let video = try #require(report.video.first)
                #expect(video.width == 640 && video.height == 480 && video.rotation == 90, "\(video)")
                #expect(url == stopped || report.tags["com.apple.quicktime.title"] == title, "\(report.tags)")
                #expect(report.audio.count == 1 && video.codec == "h264", "\(title): \(report)")
            }
        }
    }

    @Test("A controller with a movie output starts, stops, and loses a recording's camera without losing the recording")
    func movieFileController() async {
        await #expect(processExitsWith: .success) {
            let phone = ClientPhone.inForce()
            phone.setAuthorization(.authorized, for: .audio)
            let listener = MovieFileListener()
            let controller = MovieFileController()
            controller.delegate = listener
            controller.configure(preset: .vga640x480)
            controller.start()
            let urls = ["1.mov", "2.mov", "3.mov"].map(Self.place)
            controller.toggleRecording(to: urls[0].path)
            await listener.hearing.wait(for: "started")
            controller.toggleRecording(to: urls[0].path)
            await listener.hearing.wait(for: "1.mov true 0")
            controller.toggleRecording(to: urls[1].path)
            await listener.hearing.wait(for: "started")
            controller.changeCamera()
            await listener.hearing.wait(for: "2.mov true \(AVError.Code.sessionConfigurationChanged.rawValue)")
            controller.toggleRecording(to: urls[2].path)
            await listener.hearing.wait(for: "started")
            controller.stop()
            await listener.hearing.wait(for: "3.mov true \(AVError.Code.sessionWasInterrupted.rawValue)")
            for url in urls {
                let report = try Self.validator(url)
                #expect(report.video.first?.rotation == 90)
            }
        }
    }

    @Test("A time lapse is built of pictures from an adaptor's pool")
    func timeLapse() async throws {
        let url = Self.place("lapse.mov")
        let builder = TimeLapseBuilder(pictureCount: 60)
        let steps = Mutex(0)
        let result: Result<URL, NSError> = await withCheckedContinuation { continuation in
            builder.build(
                to: url,
                size: CGSize(width: 320, height: 240),
                progress: { _ in steps.withLock { $0 += 1 } },
                success: { continuation.resume(returning: .success($0)) },
                failure: { continuation.resume(returning: .failure($0)) }
            )
        }
        #expect(try result.get() == url)
        #expect(steps.withLock { $0 } == 60)
        let report = try Self.validator(url)
        #expect(report.video.first?.frameCount == 60)
        #expect(abs((report.duration ?? 0) - 2) < 0.01)
    }

    @Test("An exporter feeds two tracks that wait for each other")
    func export() async throws {
        let url = Self.place("export.mp4")
        let exporter = CompositionExporter(destination: url)
        let pictures = Mutex(0)
        let packets = Mutex(0)
        try await exporter.export(
            videoSettings: [
                AVVideoCodecKey: AVVideoCodecType.h264.rawValue, AVVideoWidthKey: 320, AVVideoHeightKey: 240,
                AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: 400_000],
            ],
            audioSettings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
                AVEncoderBitRateKey: 128_000,
            ],
            video: {
                Self.picture(
                    pictures.withLock {
                        $0 += 1; return $0 - 1
                    }
                )
            },
            audio: {
                Self.silence(
                    packets.withLock {
                        $0 += 1; return $0 - 1
                    }
                )
            }
        )
        let report = try Self.validator(url)
        #expect(report.video.first?.frameCount == 120)
        #expect(report.audio.first?.sampleRate == 44_100 && report.audio.first?.channels == 2)
        #expect(abs((report.duration ?? 0) - 4) < 0.05)
    }

    private static func picture(_ number: Int) -> CMSampleBuffer? {
        guard number < 120 else { return nil }
        var buffer: CVPixelBuffer?
        CVPixelBufferCreate(nil, 320, 240, kCVPixelFormatType_32BGRA, nil, &buffer)
        guard let buffer, let format = try? CMVideoFormatDescription(imageBuffer: buffer) else { return nil }
        CVPixelBufferLockBaseAddress(buffer, [])
        if let base = CVPixelBufferGetBaseAddress(buffer) {
            memset(base, Int32(number), CVPixelBufferGetBytesPerRow(buffer) * 240)
        }
        CVPixelBufferUnlockBaseAddress(buffer, [])
        let timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 30),
            presentationTimeStamp: CMTime(value: CMTimeValue(number), timescale: 30),
            decodeTimeStamp: .invalid
        )
        return try? CMSampleBuffer(imageBuffer: buffer, formatDescription: format, sampleTiming: timing)
    }

    /// A tenth of a second of silence.
    private static func silence(_ number: Int) -> CMSampleBuffer? {
        guard number < 40 else { return nil }
        let stream = AudioStreamBasicDescription(
            mSampleRate: 44_100,
            mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
            mBytesPerPacket: 4,
            mFramesPerPacket: 1,
            mBytesPerFrame: 4,
            mChannelsPerFrame: 2,
            mBitsPerChannel: 16,
            mReserved: 0
        )
        guard let block = try? CMBlockBuffer(length: 4410 * 4), (try? block.fillDataBytes(with: 0)) != nil,
            let format = try? CMFormatDescription(audioStreamBasicDescription: stream)
        else { return nil }
        var sample: CMSampleBuffer?
        CMAudioSampleBufferCreateReadyWithPacketDescriptions(
            allocator: nil,
            dataBuffer: block,
            formatDescription: format,
            sampleCount: 4410,
            presentationTimeStamp: CMTime(value: CMTimeValue(number) * 4410, timescale: 44_100),
            packetDescriptions: nil,
            sampleBufferOut: &sample
        )
        return sample
    }
}
