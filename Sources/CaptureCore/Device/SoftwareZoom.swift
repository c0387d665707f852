import Foundation

/// Zoom for cameras that cannot do it themselves: the centre of the frame, enlarged (S-68).
package enum SoftwareZoom {
    /// The part of the frame that is left at a zoom factor, as a part of 1; `nil` for all of it.
    package static func crop(_ factor: Double) -> CGRect? {
        guard factor > 1 else { return nil }
        let side = 1 / factor
        return CGRect(x: (1 - side) / 2, y: (1 - side) / 2, width: side, height: side)
    }
}
