// What a view of an app does with the engine, on the main actor and in the mode of Swift 6; there is nothing wrong with it.
import AVFoundation
import CameraEngine

@MainActor
final class PreviewView {
    let engine = CameraEngine()
    let first = AVCaptureVideoPreviewLayer()
    let second = AVCaptureVideoPreviewLayer()

    func appear() {
        engine.showPreview(in: first)
        engine.showPreview(in: second, ofCamera: 1)
    }

    func tap(_ point: CGPoint, _ model: CameraModel) async throws {
        try await model.focusAndExpose(at: first.captureDevicePointConverted(fromLayerPoint: point))
    }

    func name() async -> String? { await engine.camera?.name }
}
