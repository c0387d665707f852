import Foundation

/// Maps unit points of the rotated and mirrored frame to unit points of the sensor's unrotated frame, and back.
/// Both run from (0,0) at the top left to (1,1) at the bottom right (S-207).
package struct DevicePointMap: Equatable {
    /// Clockwise: 0, 90, 180 or 270.
    package var rotationAngle: Int
    /// Whether the frame is mirrored about its vertical axis, after rotation.
    package var isMirrored: Bool

    /// Makes the map of a frame that was rotated, then mirrored.
    package init(rotationAngle: Int, isMirrored: Bool) {
        self.rotationAngle = rotationAngle
        self.isMirrored = isMirrored
    }

    /// From the frame to the sensor.
    package func point(fromFrame point: CGPoint) -> CGPoint {
        let x = isMirrored ? 1 - point.x : point.x
        let y = point.y
        switch rotationAngle {
        case 90: return CGPoint(x: y, y: 1 - x)
        case 180: return CGPoint(x: 1 - x, y: 1 - y)
        case 270: return CGPoint(x: 1 - y, y: x)
        default: return CGPoint(x: x, y: y)
        }
    }

    /// From the sensor to the frame.
    package func point(fromDevice point: CGPoint) -> CGPoint {
        let turned: CGPoint
        switch rotationAngle {
        case 90: turned = CGPoint(x: 1 - point.y, y: point.x)
        case 180: turned = CGPoint(x: 1 - point.x, y: 1 - point.y)
        case 270: turned = CGPoint(x: point.y, y: 1 - point.x)
        default: turned = point
        }
        return isMirrored ? CGPoint(x: 1 - turned.x, y: turned.y) : turned
    }

    /// From the frame to the sensor.
    package func rect(fromFrame rect: CGRect) -> CGRect {
        Self.spanning(
            point(fromFrame: CGPoint(x: rect.minX, y: rect.minY)),
            point(fromFrame: CGPoint(x: rect.maxX, y: rect.maxY))
        )
    }

    /// From the sensor to the frame.
    package func rect(fromDevice rect: CGRect) -> CGRect {
        Self.spanning(
            point(fromDevice: CGPoint(x: rect.minX, y: rect.minY)),
            point(fromDevice: CGPoint(x: rect.maxX, y: rect.maxY))
        )
    }

    private static func spanning(_ a: CGPoint, _ b: CGPoint) -> CGRect {
        CGRect(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y))
    }
}
