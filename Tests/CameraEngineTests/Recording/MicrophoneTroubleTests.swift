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
    private static func fixture(_ trouble: SimulatedFault? = nil) async throws -> (EngineFixture, CameraModel, String) {
        var configuration = EngineConfiguration()
        configuration.recordsMovies = true
        configuration.audio = .whenAvailable
        let fixture = EngineFixture(
            configuration: configuration,
            prepare: { $0.setAuthorization(.authorized, for: .audio) }
        )
        let microphone = try #require(AVCaptureDevice.default(for: .audio)).uniqueID
        if let trouble { fixture.phone.apply(trouble, to: microphone) }
        let model = CameraModel(engine: fixture.engine)
        model.setMode(.video)
        model.start()
        await fixture.expect(model) { $0.status == .live }
        return (fixture, model, microphone)
    }

    @Test(
        "R-REC-6: one that another program has, or that fails, leaves the picture, and it is said that there is no sound",
        arguments: [CaptureDriverError.Kind.busy, .io, .timedOut]
    )
    func refused(_ kind: CaptureDriverError.Kind) async throws {
        let (fixture, model, _) = try await Self.fixture(.startFailure(kind: kind, count: 1))
        await fixture.expect(model) { $0.recording.audio == .refused }
        #expect(model.status == .live && model.audioLevels.isEmpty)
        // As the words advise.
        model.setMode(.photo)
        await fixture.expect(model) { $0.recording.audio == .off }
        model.setMode(.video)
        await fixture.expect(model) { $0.recording.audio == .on && $0.audioLevels.count == 1 }
        #expect(model.status == .live)
        await fixture.end(model)
    }

    @Test("R-REC-6: one that fails while it is heard leaves the picture; there is no level of what is silent")
    func failsLater() async throws {
        let (fixture, model, microphone) = try await Self.fixture()
        await fixture.expect(model) { $0.recording.audio == .on && $0.audioLevels.count == 1 }
        fixture.phone.apply(.fatalStreamingError, to: microphone)
        await fixture.expect(model) { $0.recording.audio == .refused }
        #expect(model.status == .live && model.audioLevels.isEmpty)
        model.restartCamera()
        await fixture.expect(model) { $0.status == .live && $0.recording.audio == .on }
        await fixture.end(model)
    }
}
