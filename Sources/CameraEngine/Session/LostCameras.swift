import AVFoundation

/// Remembers which cameras of a session were lost, and which were left of several. Used on the session's queue.
struct LostCameras: Sendable {
    /// The cameras that have failed since the session was empty, though they are connected.
    private(set) var failed: Set<String> = []
    /// Those that were lost of several, those that are left, and what was wanted then.
    private var missed: (choice: CameraChoice, lost: Set<String>, left: [String])?

    /// A camera has stopped for good. One that is unplugged is as good as new when it is connected.
    mutating func note(_ loss: LossObserver.Loss) {
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
    ///   - cameras: those that the session has.
    ///   - choice: what is wanted.
    mutating func leftOver(of cameras: [String], _ choice: CameraChoice) -> [AVCaptureDevice]? {
        let left = cameras.filter(isOfUse)
        if cameras.count > 1, !left.isEmpty, left.count < cameras.count {
            let former = missed?.choice == choice ? missed?.lost ?? [] : []
            missed = (choice, former.union(cameras).subtracting(left), left)
        }
        guard let missed, missed.choice == choice, !missed.lost.contains(where: isOfUse),
            missed.left.allSatisfy(isOfUse)
        else {
            missed = nil
            return nil
        }
        return missed.left.compactMap(AVCaptureDevice.init(uniqueID:))
    }

    private func isOfUse(_ camera: String) -> Bool {
        !failed.contains(camera) && AVCaptureDevice(uniqueID: camera)?.isConnected == true
    }
}
