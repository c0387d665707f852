import CaptureDriver
import Foundation
import FoundationExtras
import simd

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

/// Which way a camera's frames must be turned to be upright.
///
/// UNKNOWN: Apple documents no table (S-122); this is geometry. Turning a hand-held device to the left by some angle turns
/// the world to the right in the frames of a camera that looks where the user looks, and to the left in those of one
/// that looks at the user.
package struct RotationAngles: Sendable, Equatable {
    /// Degrees, clockwise, at which frames are upright in the device's natural orientation; `nil` when the camera is
    /// mounted in nothing that has one.
    package var mountAngle: Int?
    /// Whether the camera looks at the user.
    package var facesUser: Bool

    package init(_ hardware: CaptureDeviceDescription) {
        mountAngle = hardware.mountAngle
        facesUser = hardware.position == .front
    }

    /// The angle for frames that are level with the horizon: 0, 90, 180 or 270. 0 when nothing is known (S-122).
    package func horizonLevel(_ orientation: HostOrientation?) -> Int {
        guard let mountAngle, let orientation else { return mountAngle.map { $0 % 360 } ?? 0 }
        let turn = orientation.degreesToTheLeft
        return (mountAngle + (facesUser ? turn : -turn) + 720) % 360
    }
}

extension HostOrientation {
    /// How far the device is turned from upright, counter-clockwise as its user sees it.
    fileprivate var degreesToTheLeft: Int {
        switch self {
        case .portrait: 0
        case .landscapeLeft: 90
        case .portraitUpsideDown: 180
        case .landscapeRight: 270
        }
    }
}

/// How the frames of a movie are to be turned and mirrored when they are shown; the pixels stay as the sensor gave them
/// (S-116).
package enum VideoTransform {
    /// The track matrix of a connection's rotation and mirroring, which moves the shown frame to the origin.
    ///
    /// The angle says how far the frame must be turned clockwise; mirroring then flips the turned frame left to right, as it
    /// does for photos and for connections that turn the pixels themselves.
    ///
    /// - Parameter size: of the pixels, unturned.
    package static func matrix(rotationAngle: Int, isMirrored: Bool, size: CaptureDimensions) -> CGAffineTransform {
        let (width, height) = (Double(size.width), Double(size.height))
        let turned =
            switch ((rotationAngle % 360) + 360) % 360 {
            case 90: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
            case 180: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
            case 270: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
            default: CGAffineTransform.identity
            }
        guard isMirrored else { return turned }
        let shownWidth = rotationAngle % 180 == 0 ? width : height
        return CGAffineTransform(
            a: -turned.a,
            b: turned.b,
            c: -turned.c,
            d: turned.d,
            tx: shownWidth - turned.tx,
            ty: turned.ty
        )
    }
}

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

/// A pinhole camera in numbers: what `AVCameraCalibrationData` tells.
package struct CameraCalibration: Sendable, Equatable {
    /// The picture's size in pixels.
    package var dimensions: CGSize
    /// In pixels, along the picture's rows and columns.
    package var focalLength: SIMD2<Float>
    /// Where the optical axis meets the picture, in pixels.
    package var principalPoint: CGPoint
    /// In millimetres; 0 when unknown.
    package var pixelSize: Float

    /// - Parameters:
    ///   - dimensions: the picture's size in pixels.
    ///   - focalLength: in pixels, along the picture's rows and columns.
    ///   - principalPoint: where the optical axis meets the picture, in pixels.
    ///   - pixelSize: in millimetres; 0 when unknown.
    package init(dimensions: CGSize, focalLength: SIMD2<Float>, principalPoint: CGPoint, pixelSize: Float) {
        self.dimensions = dimensions
        self.focalLength = focalLength
        self.principalPoint = principalPoint
        self.pixelSize = pixelSize
    }

    /// The world of the camera itself: nothing turned, nothing moved.
    package static let ownWorld = matrix_float4x3(
        SIMD3(1, 0, 0),
        SIMD3(0, 1, 0),
        SIMD3(0, 0, 1),
        SIMD3(0, 0, 0)
    )

    /// The table of a lens that moves no point. `OBSERVED`: phones' tables have 42 entries.
    package static let noDistortion = Data(count: 42 * MemoryLayout<Float>.size)

    /// The intrinsic matrix.
    package var intrinsics: matrix_float3x3 {
        matrix_float3x3(
            SIMD3(focalLength.x, 0, 0),
            SIMD3(0, focalLength.y, 0),
            SIMD3(Float(principalPoint.x), Float(principalPoint.y), 1)
        )
    }

    /// The calibration of a picture that is turned and mirrored.
    package func oriented(_ orientation: CGImagePropertyOrientation) -> CameraCalibration {
        let map = OrientedPixels(orientation, width: Int(dimensions.width), height: Int(dimensions.height))
        var result = self
        result.dimensions = CGSize(width: map.width, height: map.height)
        if map.swapsAxes { result.focalLength = SIMD2(focalLength.y, focalLength.x) }
        result.principalPoint = map.point(ofSource: principalPoint)
        return result
    }
}

extension CameraCalibration {
    /// The calibration of a camera in a format, enlarged by a zoom factor; `nil` when the field of view is unknown.
    package init?(_ format: CaptureFormat, zoomFactor: Double, focalLength: Float) {
        let degrees = Double(format.traits.fieldOfView)
        guard degrees > 0, degrees < 180 else { return nil }
        let (width, height) = (Double(format.dimensions.width), Double(format.dimensions.height))
        let whole = width / 2 / tan(degrees / 2 * .pi / 180)
        dimensions = CGSize(width: width, height: height)
        self.focalLength = SIMD2(repeating: Float(whole * zoomFactor))
        // The middle of a picture lies between pixels whose middles have whole coordinates.
        principalPoint = CGPoint(x: (width - 1) / 2, y: (height - 1) / 2)
        pixelSize = focalLength / Float(whole * zoomFactor)
    }
}
