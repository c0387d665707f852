import AVFoundation

/// Finds the camera that goes together with another one (R-MULTI-1).
enum CameraPairing {
    /// A camera that is connected.
    struct Candidate: Sendable, Hashable {
        var id: String
        var position: CameraInfo.Position
    }

    /// The camera that goes best with the first one: one on the other side, else one on no side, else any; of several the one
    /// that comes first, which is a wide angle.
    ///
    /// - Parameters:
    ///   - first: the camera in use.
    ///   - candidates: all cameras, the usual ones first.
    ///   - sets: which may be used together.
    static func partner(of first: Candidate, among candidates: [Candidate], sets: [Set<String>]) -> Candidate? {
        let fitting = candidates.filter { candidate in
            candidate.id != first.id && sets.contains { $0.contains(candidate.id) && $0.contains(first.id) }
        }
        return fitting.min { rank($0, first) < rank($1, first) }
    }

    private static func rank(_ candidate: Candidate, _ first: Candidate) -> Int {
        switch (first.position, candidate.position) {
        case (.back, .front), (.front, .back): 0
        case (_, .external): 1
        case (.external, .back): 2
        default: 3
        }
    }
}

extension CameraPairing {
    /// The camera that goes best with another one; `nil` if there is none.
    ///
    /// - Parameter lost: cameras that are of no use now, although they may be connected.
    static func partner(of first: AVCaptureDevice, except lost: Set<String> = []) -> AVCaptureDevice? {
        let (devices, sets) = CameraRoster.multiCamSets()
        let best = partner(
            of: Candidate(first),
            among: devices.filter { !lost.contains($0.uniqueID) }.map(Candidate.init),
            sets: sets.map { Set($0.map(\.uniqueID)) }
        )
        return devices.first { $0.uniqueID == best?.id }
    }

    /// Whether a camera has a partner, or, without one, whether any has.
    static func hasPartner(_ first: AVCaptureDevice?) -> Bool {
        guard let first else { return CameraRoster.multiCamSets().sets.contains { $0.count > 1 } }
        return partner(of: first) != nil
    }
}

extension CameraPairing.Candidate {
    init(_ device: AVCaptureDevice) {
        self.init(id: device.uniqueID, position: CameraInfo(device).position)
    }
}
