@preconcurrency import AVFoundation

/// Remembers which cameras of a session were lost, and which were left of several. Its owner uses it on the session's queue.
struct LostCameras: Sendable {
    /// The cameras that have failed since the session was empty, though they are connected.
    private(set) var failed: Set<String> = []
    /// Those that were lost of several, those that are left, and what was wanted then.
    private var missed: (selection: CameraSelection, lost: Set<String>, left: LeftOver)?

    /// What is left of several cameras.
    struct LeftOver: Sendable, Hashable {
        /// The cameras that go on, by their indices. They keep these, unless the leading one is gone: then they move up.
        var cameras: [Int: String]
        /// The indices whose cameras are missed.
        var missing: Set<Int>
    }

    /// A camera has stopped for good. One that is unplugged is as good as new when it is connected.
    mutating func record(_ loss: LossObserver.Loss) {
        let device = loss.device
        if loss.isFailure, device.isConnected {
            failed.insert(device.uniqueID)
        } else {
            failed.remove(device.uniqueID)
        }
    }

    /// What has failed may be tried again.
    mutating func forgive() {
        failed = []
        missed = nil
    }

    /// The session is empty: what failed in it may work in the next one.
    mutating func sessionEmptied() { failed = [] }

    /// What is left of several cameras, as long as those that were lost are not back, and nobody asks for something else: nothing is
    /// gained by others in their place.
    ///
    /// - Parameters:
    ///   - cameras: those that the session has, by their indices.
    ///   - selection: what is wanted.
    mutating func leftOver(of cameras: [Int: String], _ selection: CameraSelection) -> LeftOver? {
        let left = cameras.filter { isOfUse($0.value) }
        if cameras.count > 1, !left.isEmpty, left.count < cameras.count {
            let former = missed?.selection == selection ? missed : nil
            let ids = Set(cameras.values).subtracting(left.values)
            let indices = (former?.left.missing ?? []).union(cameras.keys)
            missed = (selection, (former?.lost ?? []).union(ids), Self.leftOver(left, indices))
        }
        guard let missed, missed.selection == selection, !missed.lost.contains(where: isOfUse),
            missed.left.cameras.values.allSatisfy(isOfUse)
        else {
            missed = nil
            return nil
        }
        return missed.left
    }

    private static func leftOver(_ cameras: [Int: String], _ indices: Set<Int>) -> LeftOver {
        var cameras = cameras
        if cameras[0] == nil {
            let order = cameras.sorted { $0.key < $1.key }.map(\.value)
            cameras = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($0.offset, $0.element) })
        }
        return LeftOver(cameras: cameras, missing: indices.subtracting(cameras.keys))
    }

    private func isOfUse(_ camera: String) -> Bool {
        !failed.contains(camera) && AVCaptureDevice(uniqueID: camera)?.isConnected == true
    }
}
