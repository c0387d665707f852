import AVFoundation
import CaptureSystemTesting
import SimulatedDriver
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("Preview layers", .ownCaptureSystem)
struct PreviewTests {
    @Test("R-MULTI-7: each of two cameras has its layer; a layer changes to another camera, and shows none any more")
    func twoCameras() async throws { try await PreviewScene.twoCameras() }

    @Test("A layer that is to show nothing any more has neither a connection nor a session")
    func letGo() async throws { try await PreviewScene.letGo() }

    @Test("The engine keeps no layer alive")
    func lifetime() async throws { try await PreviewScene.lifetime() }
}

@MainActor
private enum PreviewScene {
    /// The position of the camera that a layer shows.
    static func position(_ layer: AVCaptureVideoPreviewLayer) -> AVCaptureDevice.Position? {
        layer.connection?.inputPorts.lazy.compactMap { ($0.input as? AVCaptureDeviceInput)?.device.position }.first
    }

    static func twoCameras() async throws {
        let two = await TwoCamerasStage()
        let (stage, model) = (two.stage, two.model)
        let (first, second) = (AVCaptureVideoPreviewLayer(), AVCaptureVideoPreviewLayer())
        stage.engine.showPreview(in: first)
        stage.engine.showPreview(in: second, ofCamera: 1)
        await stage.settle(model)
        #expect(position(first) == .back && second.connection == nil)
        await two.turnOn()
        await stage.settle(model)
        #expect(position(first) == .back && position(second) == .front)
        #expect(first.connection?.isVideoMirrored == false && second.connection?.isVideoMirrored == true)
        #expect(first.isPreviewing && second.isPreviewing)
        #expect(await two.bothDeliver())
        // The two change places.
        stage.engine.showPreview(in: second, ofCamera: 0)
        stage.engine.showPreview(in: first, ofCamera: 1)
        await stage.settle(model)
        #expect(position(first) == .front && position(second) == .back)
        #expect(first.connection?.isVideoMirrored == true && second.connection?.isVideoMirrored == false)
        model.setCameraCount(1)
        await stage.expect(model) { !$0.multiCam.isOn && $0.status == .live }
        await stage.settle(model)
        #expect(first.connection == nil && position(second) == .back)
        await two.turnOn()
        await stage.settle(model)
        #expect(position(first) == .front)
        await stage.end(model)
    }

    static func letGo() async throws {
        let stage = EngineStage()
        let model = await stage.makeLiveModel()
        let layer = AVCaptureVideoPreviewLayer()
        stage.engine.showPreview(in: layer)
        await stage.settle(model)
        #expect(layer.connection != nil && layer.session != nil)
        stage.engine.showPreview(in: nil)
        await stage.settle(model)
        #expect(layer.connection == nil && layer.session == nil)
        #expect(model.status == .live)
        stage.engine.showPreview(in: layer)
        await stage.settle(model)
        #expect(layer.connection != nil)
        await stage.end(model)
    }

    static func lifetime() async throws {
        let stage = EngineStage()
        let model = await stage.makeLiveModel()
        weak var forgotten: AVCaptureVideoPreviewLayer?
        do {
            let layer = AVCaptureVideoPreviewLayer()
            stage.engine.showPreview(in: layer)
            await stage.settle(model)
            forgotten = layer
        }
        await stage.settle(model)
        #expect(forgotten == nil)
        #expect(model.status == .live)
        await stage.end(model)
    }
}
