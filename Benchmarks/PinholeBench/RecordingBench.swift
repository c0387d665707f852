import AVFoundation
import ArgumentParser
import CaptureDriver
import Foundation
import ImageProcessing
import Synchronization

/// A whole recording at the pace of time: a camera and a microphone that cost nothing, a session, a movie file, and a live
/// preview beside it.
struct RecordingBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recording",
        abstract: "Measure the processor time of recording a movie with a session, full HD with sound."
    )

    @OptionGroup
    var media: RecordingArguments

    @Flag(help: "Encode every picture as JPEG beside it, as the preview does.")
    var preview = false

    @Option(help: "The preview's JPEG quality.")
    var quality = 80

    func run() throws {
        let fixture = try RecordingBenchFixture(
            frames: media.frames,
            sound: media.sound,
            previewQuality: preview ? quality : nil
        )
        try fixture.start(URL(fileURLWithPath: media.movie))
        let processor = ProcessorTime.seconds()
        let total = Int(media.seconds * 30)
        var settled = ProcessResources.now
        for number in 0..<total {
            try fixture.deliverNext()
            // Encoder, pools and the kernel's buffers have filled by then.
            if number == total / 4 { settled = .now }
        }
        let grown = ProcessResources.now.resident - settled.resident
        let milliseconds = try fixture.stop()
        BenchResult.print([
            "delivered": Double(total),
            "processorSeconds": ProcessorTime.seconds() - processor,
            "previewed": Double(fixture.previewed),
            "stopMilliseconds": milliseconds,
            "residentGrowthMegabytes": Double(grown) / 1e6,
        ])
    }
}

/// A session that records what is read from memory.
private final class RecordingBenchFixture {
    private let camera: SyntheticCamera
    private let microphone = SyntheticMicrophone()
    private let session: AVCaptureSession
    private let output = AVCaptureMovieFileOutput()
    private let listener = Listener()
    private let preview: JPEGPreview?
    private let frames: ReadFrames
    private let sound: MappedAudio
    private var pace = LivePace()

    var previewed: Int { preview?.count ?? 0 }

    /// - Parameter previewQuality: the JPEG quality of a preview, or `nil` for none.
    init(frames: String, sound: String, previewQuality: Int?) throws {
        self.frames = try ReadFrames(path: frames)
        self.sound = try MappedAudio(path: sound)
        camera = try SyntheticCamera.showing(self.frames.read(0))
        preview = try previewQuality.map { try JPEGPreview(quality: $0) }
        CaptureSystem.use(
            CaptureSystem(drivers: [camera, microphone], conditions: QuietConditions(), clock: HostCaptureClock())
        )
        session = AVCaptureSession()
        guard let eye = AVCaptureDevice.default(for: .video), let ear = AVCaptureDevice.default(for: .audio) else {
            throw BenchFailure("no synthetic camera or microphone")
        }
        session.beginConfiguration()
        session.addInput(try AVCaptureDeviceInput(device: eye))
        session.addInput(try AVCaptureDeviceInput(device: ear))
        session.addOutput(output)
        if let preview {
            let output = AVCaptureVideoDataOutput()
            output.setSampleBufferDelegate(preview, queue: preview.queue)
            session.addOutput(output)
        }
        session.commitConfiguration()
        session.startRunning()
        guard session.isRunning else { throw BenchFailure("the session did not start") }
    }

    /// Starts a recording, and delivers until it has begun.
    func start(_ movie: URL) throws {
        // Making the session took its time.
        pace = LivePace()
        output.startRecording(to: movie, recordingDelegate: listener)
        for _ in 0..<300 where !listener.hasStarted { try deliverNext() }
        guard listener.hasStarted else { throw BenchFailure("the recording did not start") }
    }

    /// Waits until it is time for the next picture; delivers it, and the sound until then.
    func deliverNext() throws {
        let (number, time) = pace.awaitFrame()
        camera.deliver(try frames.read(number), at: time, sequence: UInt64(number))
        while let (packet, heard) = pace.nextPacket() {
            microphone.deliver(sound[packet], frames: MappedAudio.packet, at: heard)
        }
    }

    /// Stops, and tells how many milliseconds later the movie was there. Camera and microphone go on meanwhile.
    func stop() throws -> Double {
        let start = ContinuousClock.now
        output.stopRecording()
        var patience = 1_800
        while !pace.ends(listener.ended) {
            try deliverNext()
            patience -= 1
            if patience == 0 { throw BenchFailure("the recording did not end") }
        }
        let milliseconds = start.duration(to: .now) / .milliseconds(1)
        if let error = listener.error { throw BenchFailure("the recording failed: \(error)") }
        return milliseconds
    }

    private final class Listener: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
        let ended = DispatchSemaphore(value: 0)
        private let state = Mutex<(hasStarted: Bool, error: (any Error)?)>((false, nil))

        var hasStarted: Bool { state.withLock { $0.hasStarted } }
        var error: (any Error)? { state.withLock { $0.error } }

        func fileOutput(
            _ output: AVCaptureFileOutput,
            didStartRecordingTo fileURL: URL,
            from connections: [AVCaptureConnection]
        ) {
            state.withLock { $0.hasStarted = true }
        }

        func fileOutput(
            _ output: AVCaptureFileOutput,
            didFinishRecordingTo outputFileURL: URL,
            from connections: [AVCaptureConnection],
            error: (any Error)?
        ) {
            state.withLock { $0.error = error }
            ended.signal()
        }
    }
}
