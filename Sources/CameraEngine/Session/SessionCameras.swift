@preconcurrency import AVFoundation

/// The cameras of a session, and what they deliver there.
struct SessionCameras: Sendable, Hashable {
    /// One of them.
    struct Camera: Sendable, Hashable {
        /// Its index in the list of cameras that are wanted; 0 leads.
        var index: Int
        var device: AVCaptureDevice
        /// What it was set to.
        var shape: CameraShape
    }

    /// In ascending order of their indices; empty if the session has none.
    var list: [Camera] = []
    /// Why cameras that were to be added are not there, by index.
    var obstacles: [Int: MultiCamObstacle] = [:]
    /// What they cost.
    var costs = SessionCosts()
    /// What was taken back so that all fit.
    var ladder: [CostLadder.Step] = []
    /// What that was done for; `nil` if nothing was taken back, or nobody could foresee it.
    var budget: SteppedDownBudget?
    /// What the leading one's photos can be.
    var photoFeatures = PhotoFeatures()
    /// How large they are at most; `nil` as long as the configuration is not committed.
    var photoSize: PhotoSize?

    /// The camera that status and controls are about, and photos unless another one is shown large.
    var leading: Camera? { self[0] }

    /// Whether there are several.
    var areSeveral: Bool { list.count > 1 }

    /// The camera with an index.
    subscript(index: Int) -> Camera? { list.first { $0.index == index } }

    /// What is known of a device, if it is one of them.
    func camera(_ device: AVCaptureDevice) -> Camera? { list.first { $0.device == device } }
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
            framesPerSecond: seconds > 0 ? 1 / seconds : MultiCamFormat.usualRate
        )
    }
}
