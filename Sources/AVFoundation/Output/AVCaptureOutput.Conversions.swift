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

    private var frameGeometry: (devicePoints: DevicePointMap, outputSize: CGSize)? {
        guard let connection = connection(with: .video), let device = connection.captureDevice else { return nil }
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
