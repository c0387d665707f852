import AVFoundation
@_spi(PageServer) import Viewfinder

/// The streams of preview layers that are being watched: one for each layer, however many pages there are.
@MainActor
final class LayerStreams {
    private struct Entry {
        weak var layer: AVCaptureVideoPreviewLayer?
        weak var stream: LayerStream?
    }

    private var entries: [Entry] = []

    /// Wide enough for a phone's screen at two pixels a point, and encoded in a few milliseconds.
    private static let longestSide = 1280

    /// The stream of a layer. It lives as long as somebody holds it.
    func stream(of layer: AVCaptureVideoPreviewLayer) throws -> LayerStream {
        entries.removeAll { $0.stream == nil || $0.layer == nil }
        if let stream = entries.first(where: { $0.layer === layer })?.stream { return stream }
        let stream = try LayerStream(layer, longestSide: Self.longestSide)
        entries.append(Entry(layer: layer, stream: stream))
        return stream
    }
}
