import Foundation

/// All of a picture.
public let VNNormalizedIdentityRect = CGRect(x: 0, y: 0, width: 1, height: 1)

/// Whether a rectangle is all of a picture.
public func VNNormalizedRectIsIdentityRect(_ normalizedRect: CGRect) -> Bool {
    normalizedRect == VNNormalizedIdentityRect
}

/// A place in pixels, from the lower left corner, for one in shares of the picture.
public func VNImagePointForNormalizedPoint(_ normalizedPoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int) -> CGPoint
{
    CGPoint(x: normalizedPoint.x * Double(imageWidth), y: normalizedPoint.y * Double(imageHeight))
}

/// A place in shares of the picture for one in pixels, from the lower left corner.
public func VNNormalizedPointForImagePoint(_ imagePoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int) -> CGPoint {
    CGPoint(x: imagePoint.x / Double(imageWidth), y: imagePoint.y / Double(imageHeight))
}

/// A rectangle in pixels for one in shares of the picture.
public func VNImageRectForNormalizedRect(_ normalizedRect: CGRect, _ imageWidth: Int, _ imageHeight: Int) -> CGRect {
    CGRect(
        x: normalizedRect.minX * Double(imageWidth),
        y: normalizedRect.minY * Double(imageHeight),
        width: normalizedRect.width * Double(imageWidth),
        height: normalizedRect.height * Double(imageHeight)
    )
}

/// A rectangle in shares of the picture for one in pixels.
public func VNNormalizedRectForImageRect(_ imageRect: CGRect, _ imageWidth: Int, _ imageHeight: Int) -> CGRect {
    CGRect(
        x: imageRect.minX / Double(imageWidth),
        y: imageRect.minY / Double(imageHeight),
        width: imageRect.width / Double(imageWidth),
        height: imageRect.height / Double(imageHeight)
    )
}

/// A place in pixels of the picture for one in shares of a part of it.
public func VNImagePointForNormalizedPointUsingRegionOfInterest(
    _ normalizedPoint: CGPoint,
    _ imageWidth: Int,
    _ imageHeight: Int,
    _ roi: CGRect
) -> CGPoint {
    let point = CGPoint(x: roi.minX + normalizedPoint.x * roi.width, y: roi.minY + normalizedPoint.y * roi.height)
    return VNImagePointForNormalizedPoint(point, imageWidth, imageHeight)
}

/// A rectangle in pixels of the picture for one in shares of a part of it.
public func VNImageRectForNormalizedRectUsingRegionOfInterest(
    _ normalizedRect: CGRect,
    _ imageWidth: Int,
    _ imageHeight: Int,
    _ roi: CGRect
) -> CGRect {
    let rect = CGRect(
        x: roi.minX + normalizedRect.minX * roi.width,
        y: roi.minY + normalizedRect.minY * roi.height,
        width: normalizedRect.width * roi.width,
        height: normalizedRect.height * roi.height
    )
    return VNImageRectForNormalizedRect(rect, imageWidth, imageHeight)
}
