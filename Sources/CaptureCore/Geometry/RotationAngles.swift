import CaptureDriver

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
