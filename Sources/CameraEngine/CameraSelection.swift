@preconcurrency import AVFoundation

/// Which camera is wanted.
public struct CameraSelection: Sendable, Hashable {
    /// A particular camera; `nil` for any that suits.
    public var uniqueID: String?
    /// The side that it should be on; another one does, if there is none.
    public var position: AVCaptureDevice.Position

    /// - Parameters:
    ///   - uniqueID: a particular camera.
    ///   - position: the side that is preferred.
    public init(uniqueID: String? = nil, position: AVCaptureDevice.Position = .back) {
        self.uniqueID = uniqueID
        self.position = position
    }

    /// The best camera that is connected: the wanted one, else one on the wanted side, else any (R-LIFE-12).
    public func device() -> AVCaptureDevice? {
        let found = CameraRoster.devices()
        return found.first { $0.uniqueID == uniqueID } ?? found.first { $0.position == position } ?? found.first
    }
}
