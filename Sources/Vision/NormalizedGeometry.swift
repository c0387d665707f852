import Foundation
import TextRecognition

/// Where a picture's coordinates begin.
public enum CoordinateOrigin: Sendable, Hashable, Codable {
    case lowerLeft
    case upperLeft
}

/// A place as shares of a picture's width and height, from its lower left corner.
public struct NormalizedPoint: Sendable, Hashable, Codable {
    public let x: CGFloat
    public let y: CGFloat

    public init(x: CGFloat, y: CGFloat) {
        (self.x, self.y) = (x, y)
    }

    /// The place in a picture of `imageSize` pixels that is at `imagePoint`, counted from the lower left corner.
    public init(imagePoint: CGPoint, in imageSize: CGSize) {
        (x, y) = (imagePoint.x / imageSize.width, imagePoint.y / imageSize.height)
    }

    public var cgPoint: CGPoint { CGPoint(x: x, y: y) }

    /// The place in pixels.
    public func toImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> CGPoint {
        let row = origin == .lowerLeft ? y : 1 - y
        return CGPoint(x: x * imageSize.width, y: row * imageSize.height)
    }

    /// The place in pixels of the whole picture, where this one is as shares of a part of it.
    public func toImageCoordinates(
        from regionOfInterest: NormalizedRect,
        imageSize: CGSize,
        origin: CoordinateOrigin = .lowerLeft
    ) -> CGPoint {
        let region = regionOfInterest.cgRect
        return NormalizedPoint(x: region.minX + x * region.width, y: region.minY + y * region.height)
            .toImageCoordinates(imageSize, origin: origin)
    }
}

/// A rectangle as shares of a picture's width and height, from its lower left corner.
public struct NormalizedRect: Sendable, Hashable, Codable {
    public let origin: CGPoint
    public let width: CGFloat
    public let height: CGFloat

    public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
        origin = CGPoint(x: x, y: y)
        (self.width, self.height) = (width, height)
    }

    public init(normalizedRect: CGRect) {
        self.init(
            x: normalizedRect.minX,
            y: normalizedRect.minY,
            width: normalizedRect.width,
            height: normalizedRect.height
        )
    }

    /// The rectangle of a picture of `imageSize` pixels that is at `imageRect`, counted from the lower left corner.
    public init(imageRect: CGRect, in imageSize: CGSize) {
        self.init(
            x: imageRect.minX / imageSize.width,
            y: imageRect.minY / imageSize.height,
            width: imageRect.width / imageSize.width,
            height: imageRect.height / imageSize.height
        )
    }

    /// All of a picture.
    public static let fullImage = NormalizedRect(x: 0, y: 0, width: 1, height: 1)

    public var cgRect: CGRect { CGRect(x: origin.x, y: origin.y, width: width, height: height) }

    /// The rectangle in pixels.
    public func toImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> CGRect {
        let y = origin == .lowerLeft ? self.origin.y : 1 - self.origin.y - height
        return CGRect(
            x: self.origin.x * imageSize.width,
            y: y * imageSize.height,
            width: width * imageSize.width,
            height: height * imageSize.height
        )
    }

    /// The rectangle in pixels of the whole picture, where this one is as shares of a part of it.
    public func toImageCoordinates(
        from regionOfInterest: NormalizedRect,
        imageSize: CGSize,
        origin: CoordinateOrigin = .lowerLeft
    ) -> CGRect {
        let region = regionOfInterest.cgRect
        return NormalizedRect(
            x: region.minX + self.origin.x * region.width,
            y: region.minY + self.origin.y * region.height,
            width: width * region.width,
            height: height * region.height
        ).toImageCoordinates(imageSize, origin: origin)
    }
}

/// Something at a place.
public protocol BoundingBoxProviding {
    /// The smallest upright rectangle around it.
    var boundingBox: NormalizedRect { get }
}

/// Something with four corners, which are named as what is in it is read.
public protocol QuadrilateralProviding: BoundingBoxProviding {
    var topLeft: NormalizedPoint { get }
    var topRight: NormalizedPoint { get }
    var bottomRight: NormalizedPoint { get }
    var bottomLeft: NormalizedPoint { get }
}

extension NormalizedPoint {
    init(_ point: CGPoint) {
        self.init(x: point.x, y: point.y)
    }
}

/// A quadrilateral as shares of a picture's width and height, from its lower left corner; its corners as what is in it is read.
struct NormalizedQuad: Hashable, Sendable {
    var topLeft: CGPoint
    var topRight: CGPoint
    var bottomRight: CGPoint
    var bottomLeft: CGPoint

    /// - Parameters:
    ///   - quad: in pixels from the upper left corner.
    ///   - width: of the picture.
    ///   - height: of the picture.
    init(_ quad: TextQuad, width: Int, height: Int) {
        func normalized(_ point: TextPoint) -> CGPoint {
            CGPoint(
                x: min(1, max(0, point.x / Double(width))),
                y: min(1, max(0, 1 - point.y / Double(height)))
            )
        }
        topLeft = normalized(quad.topLeft)
        topRight = normalized(quad.topRight)
        bottomRight = normalized(quad.bottomRight)
        bottomLeft = normalized(quad.bottomLeft)
    }

    private init(_ topLeft: CGPoint, _ topRight: CGPoint, _ bottomRight: CGPoint, _ bottomLeft: CGPoint) {
        (self.topLeft, self.topRight, self.bottomRight, self.bottomLeft) = (topLeft, topRight, bottomRight, bottomLeft)
    }

    /// The smallest upright rectangle around it.
    var boundingBox: CGRect {
        let xs = [topLeft.x, topRight.x, bottomRight.x, bottomLeft.x]
        let ys = [topLeft.y, topRight.y, bottomRight.y, bottomLeft.y]
        let (left, bottom) = (xs.min() ?? 0, ys.min() ?? 0)
        return CGRect(x: left, y: bottom, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - bottom)
    }

    /// The part from one share of its length to another, 0 being where what is in it begins.
    func part(_ range: ClosedRange<Double>) -> NormalizedQuad {
        func along(_ from: CGPoint, _ to: CGPoint, _ share: Double) -> CGPoint {
            CGPoint(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
        }
        return NormalizedQuad(
            along(topLeft, topRight, range.lowerBound),
            along(topLeft, topRight, range.upperBound),
            along(bottomLeft, bottomRight, range.upperBound),
            along(bottomLeft, bottomRight, range.lowerBound)
        )
    }
}

extension ReadText {
    /// Which share of the line some letters take: to the middle between them and their neighbours.
    func extent(of range: Range<Int>) -> ClosedRange<Double> {
        guard let first = range.first, let last = range.last else { return 0...0 }
        let start = first == 0 ? 0 : (letters[first - 1].position + letters[first].position) / 2
        let end = last + 1 == letters.count ? 1 : (letters[last].position + letters[last + 1].position) / 2
        return min(start, end)...max(start, end)
    }

    /// The letters of a part of the text; `nil` if the range does not lie in it.
    func letters(of range: Range<String.Index>) -> Range<Int>? {
        let text = self.text
        guard range.lowerBound >= text.startIndex, range.upperBound <= text.endIndex, !range.isEmpty else { return nil }
        let from = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
        let to = text.utf8.distance(from: text.startIndex, to: range.upperBound)
        var position = 0
        var touched: Range<Int>?
        for (index, letter) in letters.enumerated() {
            let next = position + letter.text.utf8.count
            if position < to, next > from { touched = (touched?.lowerBound ?? index)..<index + 1 }
            position = next
        }
        return touched
    }
}

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
