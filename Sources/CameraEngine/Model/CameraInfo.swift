@preconcurrency import AVFoundation

/// A camera that can be chosen.
public struct CameraInfo: Sendable, Hashable, Identifiable {
    /// Where a camera looks, seen from the device that carries it.
    public enum Position: Sendable, Hashable, CaseIterable {
        /// Away from the user.
        case back
        /// At the user.
        case front
        /// Not built in, or not known.
        case external
    }

    /// The device's unique identifier; what ``CameraChoice`` names a camera by.
    public var id: String
    /// The name to show.
    public var name: String
    /// Where the camera looks.
    public var position: Position

    /// A camera.
    public init(id: String, name: String, position: Position) {
        self.id = id
        self.name = name
        self.position = position
    }

    /// A device in a UI's words.
    init(_ device: AVCaptureDevice) {
        id = device.uniqueID
        name = device.localizedName
        switch device.position {
        case .back: position = .back
        case .front: position = .front
        case .unspecified: position = .external
        @unknown default: position = .external
        }
    }
}
