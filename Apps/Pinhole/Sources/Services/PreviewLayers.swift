import AVFoundation

/// The layers that show the cameras' pictures now, by the camera's index.
@MainActor
final class PreviewLayers {
    /// Has the engine show a camera in a layer; in none for `nil`.
    typealias Show = @MainActor (AVCaptureVideoPreviewLayer?, Int) -> Void

    private struct WeakLayer {
        weak var layer: AVCaptureVideoPreviewLayer?
    }

    private let show: Show
    private var layers: [Int: WeakLayer] = [:]

    init(show: @escaping Show) {
        self.show = show
    }

    /// Shows a camera in a layer that is on the screen.
    func attach(_ layer: AVCaptureVideoPreviewLayer, to camera: Int) {
        guard layers[camera]?.layer !== layer else { return }
        layers[camera] = WeakLayer(layer: layer)
        show(layer, camera)
    }

    /// The layer has left the screen. Another one that has taken its place meanwhile stays.
    func detach(_ layer: AVCaptureVideoPreviewLayer, from camera: Int) {
        guard layers[camera]?.layer === layer else { return }
        layers[camera] = nil
        show(nil, camera)
    }

    /// A point of a camera's picture on its sensor; `nil` if the picture is not shown.
    func devicePoint(_ point: CGPoint, of camera: Int) -> CGPoint? {
        layers[camera]?.layer?.captureDevicePointConverted(fromLayerPoint: point)
    }
}
