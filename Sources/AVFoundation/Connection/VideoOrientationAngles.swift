import Foundation

/// Translates the deprecated orientations to rotation angles and back.
///
/// `OBSERVED`: the native orientation of a phone's back sensor is landscape right, that of its front sensor landscape
/// left. A camera of unknown position counts as a back camera.
enum VideoOrientationAngles {
    private static let back: [AVCaptureVideoOrientation: CGFloat] = [
        .portrait: 90, .portraitUpsideDown: 270, .landscapeRight: 0, .landscapeLeft: 180,
    ]
    private static let front: [AVCaptureVideoOrientation: CGFloat] = [
        .portrait: 90, .portraitUpsideDown: 270, .landscapeRight: 180, .landscapeLeft: 0,
    ]

    /// The angle for an orientation.
    static func angle(of orientation: AVCaptureVideoOrientation, position: AVCaptureDevice.Position?) -> CGFloat {
        table(position)[orientation] ?? 0
    }

    /// The orientation for one of the four angles.
    static func orientation(of angle: CGFloat, position: AVCaptureDevice.Position?) -> AVCaptureVideoOrientation {
        table(position).first { $0.value == angle }?.key ?? .landscapeRight
    }

    private static func table(
        _ position: AVCaptureDevice.Position?
    ) -> [AVCaptureVideoOrientation: CGFloat] {
        position == .front ? front : back
    }
}
