import CaptureCore
import CaptureDriver
import Foundation

extension AVCaptureOutput {
    /// Converts a rectangle of the output's pictures to metadata coordinates, (0,0) to (1,1) on the unrotated sensor.
    ///
    /// - Parameter rectInOutputCoordinates: in pixels of the rotated and mirrored picture.
    public func metadataOutputRectConverted(fromOutputRect rectInOutputCoordinates: CGRect) -> CGRect {
        guard let geometry = frameGeometry else { return .zero }
        let size = geometry.outputSize
        let unit = CGRect(
            x: rectInOutputCoordinates.minX / size.width,
            y: rectInOutputCoordinates.minY / size.height,
            width: rectInOutputCoordinates.width / size.width,
            height: rectInOutputCoordinates.height / size.height
        )
        return geometry.devicePoints.rect(fromFrame: unit)
    }

    /// Converts a rectangle of metadata coordinates to pixels of the output's pictures.
    public func outputRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
        guard let geometry = frameGeometry else { return .zero }
        let size = geometry.outputSize
        let unit = geometry.devicePoints.rect(fromDevice: rectInMetadataOutputCoordinates)
        return CGRect(
            x: unit.minX * size.width,
            y: unit.minY * size.height,
            width: unit.width * size.width,
            height: unit.height * size.height
        )
    }

    /// Converts an object's places to the coordinates of the output's pictures, which are pixels of the rotated and mirrored picture.
    ///
    /// - Parameter connection: one of this output's.
    /// - Returns: `nil` for an object that another camera has seen than the one that the connection leads from, and for a connection
    ///   of another output's.
    public func transformedMetadataObject(
        for metadataObject: AVMetadataObject,
        connection: AVCaptureConnection
    ) -> AVMetadataObject? {
        guard connection.output === self, let device = connection.captureDevice,
            metadataObject.common.device === device, let geometry = Self.geometry(of: connection)
        else { return nil }
        func pixels(_ unit: CGPoint) -> CGPoint {
            CGPoint(x: unit.x * geometry.outputSize.width, y: unit.y * geometry.outputSize.height)
        }
        return metadataObject.transformed(
            rect: { rect in
                let unit = geometry.devicePoints.rect(fromDevice: rect)
                let (a, b) = (pixels(CGPoint(x: unit.minX, y: unit.minY)), pixels(CGPoint(x: unit.maxX, y: unit.maxY)))
                return CGRect(x: a.x, y: a.y, width: b.x - a.x, height: b.y - a.y)
            },
            point: { pixels(geometry.devicePoints.point(fromDevice: $0)) }
        )
    }

    private var frameGeometry: (devicePoints: DevicePointMap, outputSize: CGSize)? {
        connection(with: .video).flatMap(Self.geometry)
    }

    private static func geometry(
        of connection: AVCaptureConnection
    ) -> (devicePoints: DevicePointMap, outputSize: CGSize)? {
        guard let device = connection.captureDevice else { return nil }
        // Objects lie in the unturned picture, whose size is 1.
        guard connection.mediaType == .video else {
            return (DevicePointMap(rotationAngle: 0, isMirrored: false), CGSize(width: 1, height: 1))
        }
        let angle = Int(connection.videoRotationAngle)
        let dimensions = device.streamRequest.format.dimensions
        let isTurned = angle == 90 || angle == 270
        let size = CGSize(
            width: Int(isTurned ? dimensions.height : dimensions.width),
            height: Int(isTurned ? dimensions.width : dimensions.height)
        )
        return (DevicePointMap(rotationAngle: angle, isMirrored: connection.isVideoMirrored), size)
    }
}
