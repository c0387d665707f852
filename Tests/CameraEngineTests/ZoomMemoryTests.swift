import AVFoundation
import CaptureSystemTesting
import SimulatedDriver
import Testing

@_spi(Pinhole) @testable import CameraEngine

@MainActor
@Suite("Zoom of a camera that comes back", .ownCaptureSystem)
struct ZoomMemoryTests {
    enum Absence: CaseIterable {
        /// The session has an error, and is set up again.
        case error
        /// It is stopped, and started again.
        case stop
        /// It does not answer any more, and another one takes its place.
        case hang

        @MainActor
        func happen(_ stage: EngineStage, _ model: CameraModel) async {
            if self == .error {
                stage.phone.resetMediaServices()
                await stage.expect(model) { $0.status != .live }
                return
            }
            stage.engine.stop()
            await stage.expect(model) { $0.status == .off }
            // Longer than the engine waits for an answer.
            if self == .hang { stage.phone.holdNextStart(seconds: 20) }
            stage.engine.start()
            guard self == .hang else { return }
            await stage.expect(.live)
            // The start that came too late is over, too.
            await stage.pass(seconds: 12)
        }
    }

    @Test("R-PREV-5: it shows what it showed, the widest lens, too", arguments: Absence.allCases)
    func comesBack(after absence: Absence) async throws {
        let (stage, model) = try await stage()
        for factor in [1, 5.0] {
            try await model.setZoom(factor, ramped: false)
            await stage.expect(model) { $0.controls?.zoom?.factor == factor }
            await absence.happen(stage, model)
            await stage.expect(model) { $0.status == .live }
            await stage.settle(model)
            #expect(model.controls?.zoom?.factor == factor)
        }
        #expect(await stage.engine.abandonedSessions == (absence == .hang ? 2 : 0))
        await stage.end(model)
    }

    /// A camera of three lenses that is live, at the factor that people know as 1.
    private func stage() async throws -> (EngineStage, CameraModel) {
        let stage = EngineStage()
        let model = await stage.makeLiveModel()
        let triple = try #require(AVCaptureDevice.default(.builtInTripleCamera, for: .video, position: .back)).uniqueID
        model.select(CameraSelection(uniqueID: triple))
        await stage.expect(model) { $0.camera?.id == triple && $0.status == .live }
        await stage.settle(model)
        #expect(model.controls?.zoom?.factor == 2)
        return (stage, model)
    }
}
