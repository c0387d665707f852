import Foundation
import FoundationExtras

/// Where the pixels of a picture lie once it is turned and mirrored as an EXIF orientation says.
struct OrientedPixels {
    /// The size of the turned picture.
    let width: Int
    /// The size of the turned picture.
    let height: Int
    /// Whether rows become columns.
    let swapsAxes: Bool
    /// Of the turned picture's first pixel, in the source.
    private let originX: Int
    private let originY: Int
    /// Whether going along a row of the turned picture goes back in the source, and whether going down does.
    private let acrossIsBackward: Bool
    private let downIsBackward: Bool

    /// - Parameters:
    ///   - width: of the source.
    ///   - height: of the source.
    init(_ orientation: CGImagePropertyOrientation, width: Int, height: Int) {
        swapsAxes =
            switch orientation {
            case .left, .leftMirrored, .right, .rightMirrored: true
            case .up, .upMirrored, .down, .downMirrored: false
            }
        (self.width, self.height) = swapsAxes ? (height, width) : (width, height)
        acrossIsBackward =
            switch orientation {
            case .upMirrored, .down, .right, .rightMirrored: true
            case .up, .downMirrored, .left, .leftMirrored: false
            }
        downIsBackward =
            switch orientation {
            case .down, .downMirrored, .left, .rightMirrored: true
            case .up, .upMirrored, .right, .leftMirrored: false
            }
        let (backX, backY) = swapsAxes ? (downIsBackward, acrossIsBackward) : (acrossIsBackward, downIsBackward)
        originX = backX ? width - 1 : 0
        originY = backY ? height - 1 : 0
    }

    /// Bytes from a source pixel to the one that lies to the right of it in the turned picture, and below it, and of the first one.
    func strides(pixel: Int, row: Int) -> (first: Int, across: Int, down: Int) {
        let across = (swapsAxes ? row : pixel) * (acrossIsBackward ? -1 : 1)
        let down = (swapsAxes ? pixel : row) * (downIsBackward ? -1 : 1)
        return (originY * row + originX * pixel, across, down)
    }

    /// Where a point of the source lies in the turned picture.
    func point(ofSource point: CGPoint) -> CGPoint {
        let x = abs(point.x - CGFloat(originX))
        let y = abs(point.y - CGFloat(originY))
        return swapsAxes ? CGPoint(x: y, y: x) : CGPoint(x: x, y: y)
    }
}
