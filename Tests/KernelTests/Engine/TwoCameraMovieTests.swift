import AVFoundation
import CameraEngine
import Foundation
import MovieJudges
import Synchronization
import Testing

extension KernelTests {
    @Suite("Movies of two of the kernel's cameras")
    struct TwoCameraMovies {
        private static let (webcam, grabber) = ("vivid-000", "vivid-001")

        @Test("R-MULTI-8: two vivid cameras in one movie: each where it belongs, and players have nothing against it")
        func pictureInPicture() throws {
            try TwoCamerasRun.fill(Self.webcam, isWhite: false)
            try TwoCamerasRun.fill(Self.grabber, isWhite: true)
            defer {
                try? TwoCamerasRun.reset(Self.webcam)
                try? TwoCamerasRun.reset(Self.grabber)
            }
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("two-" + UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let run = try TwoCamerasRun(Self.webcam, Self.grabber)
            let recorder = DualMovieRecorder()
            let feeders = [Feeder(run.first, .first, recorder), Feeder(run.second, .second, recorder)]
            run.session.startRunning()
            try #require(TwoCamerasRun.wait { feeders.allSatisfy { $0.count > 5 } })
            let ended = Ended()
            recorder.record(RecordingRequest(url: folder.appendingPathComponent("two.mp4"), recordsSound: false)) {
                ended.take($0)
            }
            let before = feeders.map(\.count)
            #expect(TwoCamerasRun.wait { zip(feeders, before).allSatisfy { $0.count > $1 + 60 } })
            recorder.stopRecording()
            try #require(TwoCamerasRun.wait { ended.movie != nil })
            run.session.stopRunning()
            let movie = try #require(ended.movie)
            #expect(movie.isPlayable && movie.end == .requested && movie.duration > 0.5)
            try judge(MovieFileJudge(movie.url), run.first.device)
        }

        /// The large picture is black, the small one white.
        private func judge(_ movie: MovieFileJudge, _ first: AVCaptureDevice) throws {
            let errors = try movie.decodingErrors()
            #expect(errors.isEmpty)
            let size = CMVideoFormatDescriptionGetDimensions(first.activeFormat.formatDescription)
            let small = try #require(DualArrangement().placements().last?.rect)
            /// The middle of a rectangle, in pixels.
            func brightness(_ rect: PictureRect) throws -> [Double] {
                let pictures = try movie.pictures(
                    x: Int((rect.x + rect.width / 3) * Double(size.width)),
                    y: Int((rect.y + rect.height / 3) * Double(size.height)),
                    width: Int(rect.width / 3 * Double(size.width)),
                    height: Int(rect.height / 3 * Double(size.height))
                )
                return pictures.map(\.brightness)
            }
            let (inside, outside) = (try brightness(small), try brightness(.whole))
            #expect(!inside.isEmpty && inside.count == outside.count)
            #expect(inside.dropFirst().allSatisfy { $0 > 200 })
            #expect(outside.allSatisfy { $0 < 40 })
        }
    }
}

/// Hands one camera's frames to a recorder.
private final class Feeder: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    private let camera: DualCamera
    private let recorder: DualMovieRecorder
    private let frames = Atomic(0)

    init(_ source: TwoCamerasRun.Camera, _ camera: DualCamera, _ recorder: DualMovieRecorder) {
        (self.camera, self.recorder) = (camera, recorder)
        super.init()
        guard let output = source.connection.output as? AVCaptureVideoDataOutput else { return }
        let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: format]
        output.setSampleBufferDelegate(self, queue: DispatchQueue(label: "test.kernel.\(camera)"))
    }

    var count: Int { frames.load(ordering: .relaxed) }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        recorder.take(sampleBuffer, from: camera)
        frames.add(1, ordering: .relaxed)
    }
}

/// What became of a recording.
private final class Ended: Sendable {
    private let state = Mutex<RecordedMovie?>(nil)

    var movie: RecordedMovie? { state.withLock { $0 } }

    func take(_ movie: RecordedMovie) { state.withLock { $0 = movie } }
}
