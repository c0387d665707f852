import CameraEngine
import CameraLifecycle
import Testing

extension EngineFixture {
    /// Returns when the engine has settled, and the model shows what it reports.
    @MainActor
    func settle(_ model: CameraModel) async {
        await settle()
        await model.settle()
    }

    /// Lets time pass until the model is as wanted, which has to come true.
    @MainActor
    func expect(
        _ model: CameraModel,
        atMost seconds: Double = 30,
        _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ isWanted: (CameraModel) -> Bool
    ) async {
        for _ in 0..<Int(seconds * 100) {
            await settle(model)
            if isWanted(model) { return }
            clock.advance(bySeconds: 0.01)
        }
        Issue.record(
            "still \(model.status), \(model.pressure), \(model.multiCam) \(comment?.rawValue ?? "")",
            sourceLocation: sourceLocation
        )
    }

    /// Lets so much time pass.
    @MainActor
    func pass(_ model: CameraModel, seconds: Double) async {
        await pass(seconds: seconds)
        await settle(model)
    }

    /// A model whose camera is live.
    @MainActor
    func makeLiveModel() async -> CameraModel {
        let model = CameraModel(engine: engine)
        model.start()
        await expect(model) { $0.status == .live }
        return model
    }

    /// Stops the camera, and waits until it is off.
    @MainActor
    func end(_ model: CameraModel) async {
        model.stop()
        await expect(model) { $0.status == .off && $0.camera == nil }
    }
}
