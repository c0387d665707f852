import AVFoundation
import CameraLifecycle
import MovieValidators
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("What movies of two cameras lack")
struct DualMovieLossTests {
    @Test("R-REC-4: what does not get into the movie is counted by its reason")
    func losses() async throws {
        let fixture = try DualFixture()
        fixture.recorder.recordLosses(9, of: 0)
        fixture.start()
        fixture.recorder.recordLosses(5, of: 0)
        try await fixture.run(0..<10)
        fixture.recorder.recordLosses(2, of: 1)
        // Its time is past.
        try fixture.frame(0, 3)
        // It cannot be drawn.
        try fixture.frame(0, 10, format: kCVPixelFormatType_32BGRA)
        try fixture.frame(1, 10, format: kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange)
        try await fixture.run(11..<15)
        let (end, info) = try await fixture.stop()
        #expect(end == .requested && info.isPlayable)
        #expect(fixture.recorder.losses.cameras == 2)
        #expect(fixture.recorder.losses.damaged == 2)
        #expect(info.progress.droppedFrames == fixture.recorder.losses.total)
    }

    @Test("R-REC-4: no picture is lost while the file is opened; fewer may wait later")
    func slowOpening() async throws {
        let gates = (open: DispatchSemaphore(value: 0), draw: DispatchSemaphore(value: 0))
        for _ in 0..<SampleInbox.capacityWhileOpening { gates.draw.signal() }
        let fixture = try DualFixture()
        fixture.start { plan in
            plan.makeCompositor = {
                gates.open.wait()
                return GatedCompositor(try PlatformCompositor(canvas: $0, like: $1, mirroring: $2), gates.draw)
            }
        }
        // Each of the other's pictures is shown as soon as it is there.
        fixture.recorder.cameraLeft(1)
        for number in 0..<SampleInbox.capacityWhileOpening { try fixture.frame(0, number) }
        gates.open.signal()
        await fixture.settle()
        #expect(fixture.hasBegun && fixture.recorder.losses.total == 0, "\(fixture.recorder.losses)")
        // One is being drawn at most, and few wait.
        for number in 12..<24 { try fixture.frame(0, number) }
        for _ in 0..<12 { gates.draw.signal() }
        await fixture.settle()
        let lost = fixture.recorder.losses.cameras
        #expect((12 - SampleInbox.capacity - 1...12 - SampleInbox.capacity).contains(lost), "\(lost)")
        let (end, info) = try await fixture.stop()
        #expect(end == .requested && info.isPlayable)
    }

    @Test("R-REC-4: what is lost before a movie, in a pause and after its end, it does not lack")
    func notLacking() async throws {
        let fixture = try DualFixture()
        fixture.start()
        func lose() async throws {
            fixture.recorder.recordLosses(3, of: 0)
            fixture.recorder.append(try Tone.packet(0, frameCount: 1, at: .zero), from: 0)
            await fixture.settle()
        }
        fixture.recorder.recordLosses(3, of: 0)
        try await fixture.run(0..<10)
        fixture.recorder.pause(DualFixture.ticket)
        try await lose()
        fixture.recorder.resume(DualFixture.ticket)
        try await fixture.run(10..<20)
        #expect(fixture.recorder.losses.total == 0, "\(fixture.recorder.losses)")
        try await lose()
        #expect(
            fixture.recorder.losses.cameras == 3 && fixture.recorder.losses.damaged == 1,
            "\(fixture.recorder.losses)"
        )
        fixture.recorder.stop(DualFixture.ticket)
        try await lose()
        #expect(fixture.isAwaitingAudio)
        let (_, info) = try await fixture.outcome()
        #expect(info.progress.droppedFrames == 4, "\(fixture.recorder.losses)")
    }

    @Test("R-REC-4: what encoders have no time for is dropped and counted, and nobody waits")
    func backlog() async throws {
        let fixture = try DualFixture()
        fixture.start()
        try await fixture.run(0..<2)
        for number in 2..<300 {
            for camera in 0..<2 { try fixture.frame(camera, number) }
        }
        let (_, info) = try await fixture.stop()
        let frames = try MovieFileValidator(info.url).report().video.first?.frameCount ?? 0
        let losses = fixture.recorder.losses
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
