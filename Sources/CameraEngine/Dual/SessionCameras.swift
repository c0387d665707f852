import AVFoundation

/// The cameras of a session, and what they deliver there.
struct SessionCameras: Sendable, Hashable {
    /// One of them.
    struct Place: Sendable, Hashable {
        var device: AVCaptureDevice
        /// What it was set to.
        var shape: CameraShape
    }

    /// `nil` if the session has none.
    var first: Place?
    /// `nil` if the session has one at most.
    var second: Place?
    /// Why there is no second one, if one was to be added.
    var obstacle: DualObstacle?
    /// What they cost.
    var costs = SessionCosts()
    /// What was taken back so that both fit.
    var ladder: [DualLadder.Step] = []
    /// What that was done for; `nil` if nothing was taken back, or nobody could foresee it.
    var budget: SteppedDownBudget?

    subscript(camera: DualCamera) -> Place? { camera == .first ? first : second }
}

/// A camera's pictures: their size, and how many there are in a second.
struct CameraShape: Sendable, Hashable {
    var width: Int
    var height: Int
    var framesPerSecond: Double
}

extension CameraShape {
    /// What a camera delivers as it is set now.
    init(_ device: AVCaptureDevice) {
        let size = CMVideoFormatDescriptionGetDimensions(device.activeFormat.formatDescription)
        let seconds = CMTimeGetSeconds(device.activeVideoMinFrameDuration)
        self.init(
            width: Int(size.width),
            height: Int(size.height),
            framesPerSecond: seconds > 0 ? 1 / seconds : DualFormat.usualRate
        )
    }
}
