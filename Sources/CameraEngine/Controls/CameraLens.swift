@preconcurrency import AVFoundation

/// One of several cameras that look the same way through lenses of their own. Changing to another one is changing the lens.
public struct CameraLens: Sendable, Hashable, Codable, Identifiable {
    /// The camera's unique identifier; what ``CameraSelection`` names a camera by.
    public var id: String
    /// How large it shows things, compared with the wide angle on the same side, as people know it: 0.5 for an ultra wide.
    public var magnification: Double

    /// A lens.
    public init(id: String, magnification: Double) {
        self.id = id
        self.magnification = magnification
    }
}

extension CameraLens {
    /// A camera, as far as its lens is concerned.
    struct View: Sendable, Hashable {
        var id: String
        var isWideAngle: Bool
        /// What it sees from left to right at most, in degrees; 0 if that is not known.
        var fieldOfView: Double
    }

    /// The lenses of cameras that look the same way, in ascending order; empty where there is no wide angle to compare them with, or
    /// nothing to change to.
    static func lenses(_ views: [View]) -> [CameraLens] {
        guard let wide = views.first(where: { $0.isWideAngle && $0.width > 0 }) else { return [] }
        let lenses = views.filter { $0.width > 0 }
            .map { CameraLens(id: $0.id, magnification: known(wide.width / $0.width)) }
            .sorted { $0.magnification < $1.magnification }
        return Set(lenses.map(\.magnification)).count > 1 ? lenses : []
    }

    /// A magnification as it is written on phones: no system tells it, and fields of view come close to it.
    private static func known(_ magnification: Double) -> Double {
        magnification >= 1.75 ? magnification.rounded() : max(0.5, (magnification * 2).rounded() / 2)
    }

    /// The lenses on the side of a camera; empty for one that is built of several, which changes them itself.
    static func lenses(beside camera: AVCaptureDevice?) -> [CameraLens] {
        guard let camera, camera.position != .unspecified, LensSupport.constituents(of: camera).isEmpty else {
            return []
        }
        let devices = CameraRoster.devices().filter { $0.position == camera.position }
        return lenses(devices.filter { LensSupport.constituents(of: $0).isEmpty }.map(View.init))
    }
}

extension CameraLens.View {
    init(_ device: AVCaptureDevice) {
        self.init(
            id: device.uniqueID,
            isWideAngle: device.deviceType == .builtInWideAngleCamera,
            fieldOfView: LensSupport.fieldOfView(of: device)
        )
    }

    /// What it sees at a distance of one, from left to right; 0 if that is not known.
    fileprivate var width: Double {
        fieldOfView > 0 && fieldOfView < 180 ? 2 * tan(fieldOfView / 2 * .pi / 180) : 0
    }
}
