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
        let two = await TwoCamerasFixture()
        let (fixture, model) = (two.fixture, two.model)
        let (first, second) = (AVCaptureVideoPreviewLayer(), AVCaptureVideoPreviewLayer())
        fixture.engine.showPreview(in: first)
        fixture.engine.showPreview(in: second, ofCamera: 1)
        await fixture.settle(model)
        #expect(position(first) == .back && second.connection == nil)
        await two.turnOn()
        await fixture.settle(model)
        #expect(position(first) == .back && position(second) == .front)
        #expect(first.connection?.isVideoMirrored == false && second.connection?.isVideoMirrored == true)
        #expect(first.isPreviewing && second.isPreviewing)
        #expect(await two.bothDeliver())
        // The two change places.
        fixture.engine.showPreview(in: second, ofCamera: 0)
        fixture.engine.showPreview(in: first, ofCamera: 1)
        await fixture.settle(model)
        #expect(position(first) == .front && position(second) == .back)
        #expect(first.connection?.isVideoMirrored == true && second.connection?.isVideoMirrored == false)
        model.setCameraCount(1)
        await fixture.expect(model) { !$0.multiCam.isOn && $0.status == .live }
        await fixture.settle(model)
        #expect(first.connection == nil && position(second) == .back)
        await two.turnOn()
        await fixture.settle(model)
        #expect(position(first) == .front)
        await fixture.end(model)
    }

    static func letGo() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        let layer = AVCaptureVideoPreviewLayer()
        fixture.engine.showPreview(in: layer)
        await fixture.settle(model)
        #expect(layer.connection != nil && layer.session != nil)
        fixture.engine.showPreview(in: nil)
        await fixture.settle(model)
        #expect(layer.connection == nil && layer.session == nil)
        #expect(model.status == .live)
        fixture.engine.showPreview(in: layer)
        await fixture.settle(model)
        #expect(layer.connection != nil)
        await fixture.end(model)
    }

    static func lifetime() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        weak var forgotten: AVCaptureVideoPreviewLayer?
        do {
            let layer = AVCaptureVideoPreviewLayer()
            fixture.engine.showPreview(in: layer)
            await fixture.settle(model)
            forgotten = layer
        }
        await fixture.settle(model)
        #expect(forgotten == nil)
        #expect(model.status == .live)
        await fixture.end(model)
    }
}
