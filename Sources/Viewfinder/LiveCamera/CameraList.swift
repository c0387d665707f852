import AVFoundation

/// Finds cameras by way of discovery sessions (R-LIFE-12), for the page as for the command line.
package enum CameraList {
    private static let types: [AVCaptureDevice.DeviceType] = [
        .external, .builtInWideAngleCamera, .builtInUltraWideCamera, .builtInTelephotoCamera, .builtInDualCamera,
        .builtInDualWideCamera, .builtInTripleCamera,
    ]

    /// All cameras; external ones first, then wide angle.
    package static func devices() -> [AVCaptureDevice] {
        AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: .video, position: .unspecified).devices
    }

    /// The camera with an identifier or a name (or part of one); the system's default when nothing is wanted.
    package static func device(matching wanted: String?) -> AVCaptureDevice? {
        let all = devices()
        guard let wanted else { return AVCaptureDevice.default(for: .video) ?? all.first }
        return all.first { $0.uniqueID == wanted }
            ?? all.first { $0.localizedName.caseInsensitiveCompare(wanted) == .orderedSame }
            ?? all.first { $0.localizedName.range(of: wanted, options: .caseInsensitive) != nil }
    }
}

/// What the page has to know of a camera that it may choose.
struct CameraDetails: Equatable, Sendable {
    var id: String
    var name: String
    var position: ViewfinderCameraInfo.Position

    init(id: String, name: String, position: ViewfinderCameraInfo.Position) {
        self.id = id
        self.name = name
        self.position = position
    }

    init(_ device: AVCaptureDevice) {
        id = device.uniqueID
        name = device.localizedName
        switch device.position {
        case .back: position = .back
        case .front: position = .front
        default: position = .external
        }
    }
}
