@preconcurrency import AVFoundation

/// Which of the cameras that are connected are offered, and which one is used when nobody has chosen a particular one. Pure.
///
/// A phone has each lens as a camera of its own, and besides cameras that are built of several lenses: with such a one zoom goes across
/// its lenses, which are not offered one by one then. Several cameras at once are always those with one lens: others take up the
/// hardware of all their lenses.
struct CameraPreference: Sendable, Hashable {
    /// A camera that is connected.
    struct Candidate: Sendable, Hashable {
        var id: String
        var position: CameraInfo.Position
        var type: AVCaptureDevice.DeviceType
        /// The cameras that it is built of; empty for one with a single lens.
        var constituents: [String] = []
    }

    /// Whether cameras that are built of several lenses come first.
    var prefersVirtual = false

    /// Those with the most lenses first.
    private static let virtualTypes: [AVCaptureDevice.DeviceType] = [
        .builtInTripleCamera, .builtInDualWideCamera, .builtInDualCamera,
    ]

    /// The cameras that are offered, the usual ones first.
    ///
    /// - Parameters:
    ///   - candidates: all cameras, wide angles first (R-LIFE-12).
    ///   - named: cameras that somebody has chosen by their identifiers; they are offered in any case.
    func offered(_ candidates: [Candidate], named: Set<String> = []) -> [Candidate] {
        guard prefersVirtual else { return candidates }
        var offered: [Candidate] = []
        for position in CameraInfo.Position.allCases {
            let here = candidates.filter { $0.position == position }
            let virtual = Self.virtualTypes.lazy.compactMap { type in here.first { $0.type == type } }.first
            let others = here.filter { camera in
                let isSingle = camera.constituents.isEmpty && virtual?.constituents.contains(camera.id) != true
                return camera != virtual && (isSingle || named.contains(camera.id))
            }
            offered += (virtual.map { [$0] } ?? []) + others
        }
        return offered
    }

    /// The camera to use: the wanted one, else one on the wanted side, else any (R-LIFE-12); `nil` if there is none.
    func best(_ id: String?, _ position: CameraInfo.Position?, among candidates: [Candidate]) -> Candidate? {
        if let wanted = candidates.first(where: { $0.id == id }) { return wanted }
        let offered = offered(candidates)
        return offered.first { $0.position == position } ?? offered.first
    }

    /// The camera to use beside others in place of one that is built of several: its wide angle.
    static func single(_ id: String?, among candidates: [Candidate]) -> String? {
        guard let virtual = candidates.first(where: { $0.id == id }), !virtual.constituents.isEmpty else { return id }
        return candidates.first { $0.type == .builtInWideAngleCamera && virtual.constituents.contains($0.id) }?.id
            ?? virtual.constituents.first
    }
}

extension CameraPreference.Candidate {
    init(_ device: AVCaptureDevice) {
        let info = CameraInfo(device)
        self.init(id: info.id, position: info.position, type: device.deviceType, constituents: info.constituents)
    }
}

extension CameraPreference {
    /// The cameras of the system's that are offered, the usual ones first.
    ///
    /// - Parameter named: cameras that are offered in any case.
    func devices(named: Set<String>) -> [AVCaptureDevice] {
        let devices = CameraRoster.devices()
        guard prefersVirtual else { return devices }
        return offered(devices.map(Candidate.init), named: named).compactMap { chosen in
            devices.first { $0.uniqueID == chosen.id }
        }
    }
}

extension CameraSelection {
    /// The best camera that is connected for being used beside others.
    var oneOfSeveral: AVCaptureDevice? { device(CameraPreference(prefersVirtual: true), isOneOfSeveral: true) }

    /// The best camera that is connected.
    ///
    /// - Parameters:
    ///   - preference: what comes first among those that suit.
    ///   - isOneOfSeveral: whether it is to run beside others.
    func device(_ preference: CameraPreference, isOneOfSeveral: Bool) -> AVCaptureDevice? {
        guard preference.prefersVirtual else { return device() }
        let devices = CameraRoster.devices()
        let candidates = devices.map(CameraPreference.Candidate.init)
        let position = CameraInfo.Position(position)
        let best =
            isOneOfSeveral
            ? CameraPreference()
                .best(CameraPreference.single(uniqueID, among: candidates), position, among: candidates)
            : preference.best(uniqueID, position, among: candidates)
        return devices.first { $0.uniqueID == best?.id }
    }
}
