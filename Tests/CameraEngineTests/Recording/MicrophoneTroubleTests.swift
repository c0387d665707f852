import AVFoundation
import CameraEngine
import CaptureDriver
import CaptureSystemTesting
import SimulatedDriver
import Testing

@MainActor
@Suite("A microphone that gives trouble", .ownCaptureSystem)
struct MicrophoneTroubleTests {
    /// A phone in video mode with sound.
    private static func stage(_ trouble: SimulatedFault? = nil) async throws -> (EngineStage, CameraModel, String) {
        var configuration = EngineConfiguration()
        configuration.recordsMovies = true
        configuration.audio = .whenAvailable
        let stage = EngineStage(
            configuration: configuration,
            prepare: { $0.setAuthorization(.authorized, for: .audio) }
        )
        let microphone = try #require(AVCaptureDevice.default(for: .audio)).uniqueID
        if let trouble { stage.phone.apply(trouble, to: microphone) }
        let model = CameraModel(engine: stage.engine)
        model.setMode(.video)
        model.start()
        await stage.expect(model) { $0.status == .live }
        return (stage, model, microphone)
    }

    @Test(
        "R-REC-6: one that another program has, or that fails, leaves the picture, and it is said that there is no sound",
        arguments: [CaptureDriverError.Kind.busy, .io, .timedOut]
    )
    func refused(_ kind: CaptureDriverError.Kind) async throws {
        let (stage, model, _) = try await Self.stage(.startFailure(kind: kind, count: 1))
        await stage.expect(model) { $0.recording.audio == .refused }
        #expect(model.status == .live && model.audioLevels.isEmpty)
        // As the words advise.
        model.setMode(.photo)
        await stage.expect(model) { $0.recording.audio == .off }
        model.setMode(.video)
        await stage.expect(model) { $0.recording.audio == .on && $0.audioLevels.count == 1 }
        #expect(model.status == .live)
        await stage.end(model)
    }

    @Test("R-REC-6: one that fails while it is heard leaves the picture; there is no level of what is silent")
    func failsLater() async throws {
        let (stage, model, microphone) = try await Self.stage()
        await stage.expect(model) { $0.recording.audio == .on && $0.audioLevels.count == 1 }
        stage.phone.apply(.fatalStreamingError, to: microphone)
        await stage.expect(model) { $0.recording.audio == .refused }
        #expect(model.status == .live && model.audioLevels.isEmpty)
        model.restartCamera()
        await stage.expect(model) { $0.status == .live && $0.recording.audio == .on }
        await stage.end(model)
    }
}
