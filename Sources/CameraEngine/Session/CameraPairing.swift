@preconcurrency import AVFoundation

/// Finds the cameras that go together with another one (R-MULTI-1).
enum CameraPairing {
    /// A camera that is connected.
    struct Candidate: Sendable, Hashable {
        var id: String
        var position: CameraInfo.Position
    }

    /// The cameras that go best with the leading one, and with each other: one on the other side, else one on no side, else any; of
    /// several the one that comes first, which is a wide angle.
    ///
    /// - Parameters:
    ///   - leading: the camera in use.
    ///   - kept: others that are in use, and stay.
    ///   - count: how many more are wanted; there may be fewer.
    ///   - candidates: all cameras, the usual ones first.
    ///   - sets: which may be used together.
    static func companions(
        of leading: Candidate,
        and kept: [Candidate] = [],
        _ count: Int,
        among candidates: [Candidate],
        sets: [Set<String>]
    ) -> [Candidate] {
        var chosen: [Candidate] = []
        while chosen.count < count {
            let ids = Set(([leading] + kept + chosen).map(\.id))
            let fitting = candidates.filter { candidate in
                !ids.contains(candidate.id) && sets.contains { $0.isSuperset(of: ids.union([candidate.id])) }
            }
            guard let best = fitting.min(by: { rank($0, leading) < rank($1, leading) }) else { break }
            chosen.append(best)
        }
        return chosen
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
    /// The cameras that go best with another one, and with those that are kept; fewer if there are no more.
    ///
    /// - Parameter lost: cameras that are of no use now, although they may be connected.
    static func companions(
        of leading: AVCaptureDevice,
        and kept: [AVCaptureDevice] = [],
        _ count: Int,
        except lost: Set<String> = []
    ) -> [AVCaptureDevice] {
        let (devices, sets) = CameraRoster.multiCamSets()
        let best = companions(
            of: Candidate(leading),
            and: kept.map(Candidate.init),
            count,
            among: devices.filter { !lost.contains($0.uniqueID) }.map(Candidate.init),
            sets: sets.map { Set($0.map(\.uniqueID)) }
        )
        return best.compactMap { candidate in devices.first { $0.uniqueID == candidate.id } }
    }

    /// Whether there is another camera for one, or, without one, for any.
    static func hasCompanion(_ leading: AVCaptureDevice?) -> Bool {
        let leading = leading.flatMap { CameraSelection(uniqueID: $0.uniqueID, position: $0.position).oneOfSeveral }
        guard let leading else { return CameraRoster.multiCamSets().sets.contains { $0.count > 1 } }
        return !companions(of: leading, 1).isEmpty
    }
}

extension CameraPairing.Candidate {
    init(_ device: AVCaptureDevice) {
        self.init(id: device.uniqueID, position: CameraInfo.Position(device.position))
    }
}
