import AVFoundation
import SwiftUI
import UIKit

/// A camera's live picture. Its view's own layer is the preview layer, so it follows the view's size by itself (R-PREV-6).
struct CameraPreview: UIViewRepresentable {
    let layers: PreviewLayers
    /// The camera's index in the session.
    let camera: Int

    func makeUIView(context: Context) -> PreviewView {
        let view = PreviewView()
        view.previewLayer.videoGravity = .resizeAspectFill
        layers.attach(view.previewLayer, to: camera)
        return view
    }

    func updateUIView(_ view: PreviewView, context: Context) {}

    func makeCoordinator() -> Coordinator { Coordinator(layers: layers, camera: camera) }

    static func dismantleUIView(_ view: PreviewView, coordinator: Coordinator) {
        coordinator.layers.detach(view.previewLayer, from: coordinator.camera)
    }

    /// What the view needs when it goes.
    @MainActor
    final class Coordinator {
        let layers: PreviewLayers
        let camera: Int

        init(layers: PreviewLayers, camera: Int) {
            self.layers = layers
            self.camera = camera
        }
    }
}

/// A view whose layer shows a camera.
final class PreviewView: UIView {
    override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }

    var previewLayer: AVCaptureVideoPreviewLayer {
        guard let layer = layer as? AVCaptureVideoPreviewLayer else {
            preconditionFailure("The layer's class is that of layerClass.")
        }
        return layer
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let size = bounds.size
        // A notice: Console hides what is less.
        AppLog.preview.notice(
            "preview bounds, width=\(size.width, privacy: .public) height=\(size.height, privacy: .public)"
        )
    }
}
