@preconcurrency import AVFoundation

/// A canvas' size in pixels.
public struct CanvasSize: Sendable, Hashable, Codable {
    /// Columns; even.
    public var width: Int
    /// Rows; even.
    public var height: Int

    /// A size; odd numbers are rounded down to even ones, as pixels of 4:2:0 have it.
    public init(width: Int, height: Int) {
        self.width = max(2, width & ~1)
        self.height = max(2, height & ~1)
    }
}

/// Puts the frames of several cameras onto one canvas.
///
/// Whether a camera's pictures are mirrored left to right is settled when it is made: mirrored is the picture in its place, not the
/// place.
///
/// Thread-safe; calls wait for one another.
public protocol FrameCompositor: AnyObject, Sendable {
    /// The size of its results.
    var canvas: CanvasSize { get }

    /// Draws pictures where they belong; the rest of the canvas is black.
    ///
    /// - Parameters:
    ///   - frames: each camera's frame, by the camera's index; one that is `nil` is left out.
    ///   - placements: where they stand, from the back to the front.
    /// - Returns: a picture of the canvas' size, in 4:2:0 with interleaved chroma. It comes from a pool that uses it again as
    ///   soon as nobody holds it.
    /// - Throws: what keeps a picture from being read, or a canvas from being made.
    func compose(_ frames: [CVPixelBuffer?], placements: [FramePlacement]) throws -> CVPixelBuffer
}
