@preconcurrency import AVFoundation

/// A camera that can be chosen.
public struct CameraInfo: Sendable, Hashable, Codable, Identifiable {
    /// Where a camera looks, seen from the device that carries it.
    public enum Position: String, Sendable, Hashable, Codable, CaseIterable {
        /// Away from the user.
        case back
        /// At the user.
        case front
        /// Not built in, or not known.
        case external
    }

    /// The device's unique identifier; what ``CameraSelection`` names a camera by.
    public var id: String
    /// The name to show.
    public var name: String
    /// Where the camera looks.
    public var position: Position
    /// The identifiers of the cameras that it is built of; empty for one with a single lens. One of these is used in its place beside
    /// another camera (``MultiCamStatus/cameras``).
    public var constituents: [String]

    /// A camera.
    public init(id: String, name: String, position: Position, constituents: [String] = []) {
        self.id = id
        self.name = name
        self.position = position
        self.constituents = constituents
    }

    /// A device in a UI's words.
    init(_ device: AVCaptureDevice) {
        id = device.uniqueID
        name = device.localizedName
        position = Position(device.position)
        constituents = LensSupport.constituents(of: device).map(\.uniqueID)
    }
}

extension CameraInfo.Position {
    /// A device's position in a UI's words.
    init(_ position: AVCaptureDevice.Position) {
        switch position {
        case .back: self = .back
        case .front: self = .front
        case .unspecified: self = .external
        @unknown default: self = .external
        }
    }
}
