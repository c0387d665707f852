import AVFoundation
import CameraLifecycle
import MovieValidators
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("What movies of two cameras lack")
struct DualMovieLossTests {
    @Test("R-REC-4: what does not get into the movie is counted by its reason")
    func losses() async throws {
        let stage = try DualStage()
        stage.recorder.recordLosses(9, of: 0)
        stage.start()
        stage.recorder.recordLosses(5, of: 0)
        try await stage.run(0..<10)
        stage.recorder.recordLosses(2, of: 1)
        // Its time is past.
        try stage.frame(0, 3)
        // It cannot be drawn.
        try stage.frame(0, 10, format: kCVPixelFormatType_32BGRA)
        try stage.frame(1, 10, format: kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange)
        try await stage.run(11..<15)
        let (end, info) = try await stage.stop()
        #expect(end == .requested && info.isPlayable)
        #expect(stage.recorder.losses.cameras == 2)
        #expect(stage.recorder.losses.damaged == 2)
        #expect(info.progress.droppedFrames == stage.recorder.losses.total)
    }

    @Test("R-REC-4: no picture is lost while the file is opened; fewer may wait later")
    func slowOpening() async throws {
        let gates = (open: DispatchSemaphore(value: 0), draw: DispatchSemaphore(value: 0))
        for _ in 0..<SampleInbox.capacityWhileOpening { gates.draw.signal() }
        let stage = try DualStage()
        stage.start { plan in
            plan.makeCompositor = {
                gates.open.wait()
                return GatedCompositor(try PlatformCompositor(canvas: $0, like: $1, mirroring: $2), gates.draw)
            }
        }
        // Each of the other's pictures is shown as soon as it is there.
        stage.recorder.cameraLeft(1)
        for number in 0..<SampleInbox.capacityWhileOpening { try stage.frame(0, number) }
        gates.open.signal()
        await stage.settle()
        #expect(stage.hasBegun && stage.recorder.losses.total == 0, "\(stage.recorder.losses)")
        // One is being drawn at most, and few wait.
        for number in 12..<24 { try stage.frame(0, number) }
        for _ in 0..<12 { gates.draw.signal() }
        await stage.settle()
        let lost = stage.recorder.losses.cameras
        #expect((12 - SampleInbox.capacity - 1...12 - SampleInbox.capacity).contains(lost), "\(lost)")
        let (end, info) = try await stage.stop()
        #expect(end == .requested && info.isPlayable)
    }

    @Test("R-REC-4: what is lost before a movie, in a pause and after its end, it does not lack")
    func notLacking() async throws {
        let stage = try DualStage()
        stage.start()
        func lose() async throws {
            stage.recorder.recordLosses(3, of: 0)
            stage.recorder.append(try Tone.packet(0, frameCount: 1, at: .zero), from: 0)
            await stage.settle()
        }
        stage.recorder.recordLosses(3, of: 0)
        try await stage.run(0..<10)
        stage.recorder.pause(DualStage.ticket)
        try await lose()
        stage.recorder.resume(DualStage.ticket)
        try await stage.run(10..<20)
        #expect(stage.recorder.losses.total == 0, "\(stage.recorder.losses)")
        try await lose()
        #expect(stage.recorder.losses.cameras == 3 && stage.recorder.losses.damaged == 1, "\(stage.recorder.losses)")
        stage.recorder.stop(DualStage.ticket)
        try await lose()
        #expect(stage.isAwaitingAudio)
        let (_, info) = try await stage.outcome()
        #expect(info.progress.droppedFrames == 4, "\(stage.recorder.losses)")
    }

    @Test("R-REC-4: what encoders have no time for is dropped and counted, and nobody waits")
    func backlog() async throws {
        let stage = try DualStage()
        stage.start()
        try await stage.run(0..<2)
        for number in 2..<300 {
            for camera in 0..<2 { try stage.frame(camera, number) }
        }
        let (_, info) = try await stage.stop()
        let frames = try MovieFileValidator(info.url).report().video.first?.frameCount ?? 0
        let losses = stage.recorder.losses
        // The second camera's are counted too, though what is missing of it may not show.
        #expect(frames + losses.total >= 299)
        #expect(frames + losses.backlog <= 300)
        #expect(info.progress.droppedFrames == losses.total)
        // Gaps between pictures are none of a decoder's business.
        let played = try MovieFileValidator(info.url).decodedFrames()
        #expect(played.complaints == [] && played.video?.times.count == frames)
    }
}

/// Draws a canvas when it is allowed to.
private final class GatedCompositor: FrameCompositor {
    private let compositor: PlatformCompositor
    private let gate: DispatchSemaphore

    init(_ compositor: PlatformCompositor, _ gate: DispatchSemaphore) {
        self.compositor = compositor
        self.gate = gate
    }

    var canvas: CanvasSize { compositor.canvas }

    func compose(_ frames: [CVPixelBuffer?], placements: [FramePlacement]) throws -> CVPixelBuffer {
        gate.wait()
        return try compositor.compose(frames, placements: placements)
    }
}
