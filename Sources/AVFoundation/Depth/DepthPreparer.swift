import CaptureCore
import FoundationExtras

/// Turns what a camera delivers into what a client wants, in buffers that are used again. One thread at a time.
final class DepthPreparer {
    private let filtered = DepthMapPool()
    private let turned = DepthMapPool()

    /// The map as an output's settings and its connection ask; `nil` when memory is short.
    func prepare(_ depth: CapturedDepth, isFiltered: Bool, orientation: CGImagePropertyOrientation) -> DepthRecord? {
        depth.record.converted(to: depth.record.type, fillsHoles: isFiltered, in: filtered)?
            .oriented(orientation, in: turned)
    }
}
