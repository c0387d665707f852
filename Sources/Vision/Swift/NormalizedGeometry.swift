import Foundation

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
