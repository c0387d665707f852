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
        func happen(_ fixture: EngineFixture, _ model: CameraModel) async {
            if self == .error {
                fixture.phone.resetMediaServices()
                await fixture.expect(model) { $0.status != .live }
                return
            }
            fixture.engine.stop()
            await fixture.expect(model) { $0.status == .off }
            // Longer than the engine waits for an answer.
            if self == .hang { fixture.phone.holdNextStart(seconds: 20) }
            fixture.engine.start()
            guard self == .hang else { return }
            await fixture.expect(.live)
            // The start that came too late is over, too.
            await fixture.pass(seconds: 12)
        }
    }

    @Test("R-PREV-5: it shows what it showed, the widest lens, too", arguments: Absence.allCases)
    func comesBack(after absence: Absence) async throws {
        let (fixture, model) = try await fixture()
        for factor in [1, 5.0] {
            try await model.setZoom(factor, ramped: false)
            await fixture.expect(model) { $0.controls?.zoom?.factor == factor }
            await absence.happen(fixture, model)
            await fixture.expect(model) { $0.status == .live }
            await fixture.settle(model)
            #expect(model.controls?.zoom?.factor == factor)
        }
        #expect(await fixture.engine.abandonedSessions == (absence == .hang ? 2 : 0))
        await fixture.end(model)
    }

    /// A camera of three lenses that is live, at the factor that people know as 1.
    private func fixture() async throws -> (EngineFixture, CameraModel) {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        let triple = try #require(AVCaptureDevice.default(.builtInTripleCamera, for: .video, position: .back)).uniqueID
        model.select(CameraSelection(uniqueID: triple))
        await fixture.expect(model) { $0.camera?.id == triple && $0.status == .live }
        await fixture.settle(model)
        #expect(model.controls?.zoom?.factor == 2)
        return (fixture, model)
    }
}
