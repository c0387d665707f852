@preconcurrency import AVFoundation

/// Carries a preview layer to the session's queue, without keeping it alive.
// @unchecked: only the layer's connection with the session is made there, which Apple lets any thread do.
struct PreviewHolder: @unchecked Sendable {
    weak var layer: AVCaptureVideoPreviewLayer?
}

/// Which layer shows which camera of a session. A layer shows one camera.
struct SessionPreviewLayers: Sendable {
    private var holders: [Int: PreviewHolder] = [:]

    /// The layer that shows the camera with this index, as long as somebody keeps it alive.
    subscript(index: Int) -> AVCaptureVideoPreviewLayer? { holders[index]?.layer }

    /// Those that are alive, with their cameras' indices, in ascending order of these.
    var all: [(index: Int, layer: AVCaptureVideoPreviewLayer)] {
        holders.sorted { $0.key < $1.key }.compactMap { index, holder in holder.layer.map { (index, $0) } }
    }

    /// Has a layer show a camera, and no other one; `nil` for no layer.
    mutating func attach(_ holder: PreviewHolder, ofCamera index: Int) {
        holders = holders.filter { $0.value.layer != nil && $0.value.layer !== holder.layer }
        holders[index] = holder.layer == nil ? nil : holder
    }

    /// Whether a layer shows one of the cameras.
    func contains(_ layer: AVCaptureVideoPreviewLayer) -> Bool { holders.values.contains { $0.layer === layer } }
}
