@preconcurrency import AVFoundation
import CameraLifecycle

/// Cameras that are lost one by one, and what all of them cost.
extension SessionWorker {
    /// A camera has stopped for good, alone or with the session. Where there are several, the session goes on with the others.
    ///
    /// One loss may be told more than once; afterwards, when the session has been configured without it, it says nothing any more.
    func handleLoss(_ loss: LossObserver.Loss) {
        queue.async { [self] in
            let device = loss.device
            lost.record(loss)
            movies?.leave(device)
            let index = cameras.camera(device)?.index
            guard let obstacle = loss.stop else {
                if let index { report(.cameraLost(index: index)) }
                return
            }
            let isAdditional = (index ?? 0) > 0
            // It may have been taken out just now, but the session has stopped.
            guard isAdditional || !session.isRunning else { return }
            let failed = isAdditional ? index ?? 1 : max(cameras.list.last?.index ?? 1, 1)
            var changed = cameras
            if changed.areSeveral { changed.obstacles[failed] = obstacle }
            adopt(changed)
            report(.cameraFailed(index: failed))
        }
    }

    /// All together were too much for the hardware. That is told to the machine as any failure; here it is of interest by how much.
    func recordOverage() {
        queue.async { [self] in
            guard cameras.areSeveral else { return }
            var changed = cameras
            changed.costs = SessionCosts(session)
            isTight = changed.costs.hardware <= 1
            adopt(changed)
        }
    }

    /// Looks what the cameras cost by now, and whether they may get back what was taken back of them.
    func reviewCosts() {
        queue.async { [self] in
            guard configurator.canHaveSeveral, cameras.leading != nil, session.isRunning else { return }
            let costs = SessionCosts(session)
            if costs.isNoticeablyDifferent(from: cameras.costs) {
                var changed = cameras
                changed.costs = costs
                adopt(changed)
            }
            guard let budget = cameras.budget, budget.hasRoom(at: costs) else { return }
            triedBudget = budget
            report(.hardwareFreed)
        }
    }

    /// What has failed may be tried again.
    func forgive() {
        queue.async { [self] in
            lost.forgive()
            isTight = false
            triedBudget = nil
        }
    }

    /// Limits the frame rate of a camera that the session has.
    ///
    /// - Parameter report: called with the rate that is in force because of it, on the session's queue.
    func limitFrameRate(_ limit: Double?, of camera: AVCaptureDevice, report: @escaping @Sendable (Double?) -> Void) {
        queue.async { [self] in
            guard session.has(camera) else { return report(nil) }
            do {
                report(try setLimit(limit, of: camera))
            } catch {
                EngineLog.shared.write(.pressure, .error, "frame rate not limited", ["reason": "\(error)"])
                report(nil)
            }
        }
    }

    private func setLimit(_ limit: Double?, of camera: AVCaptureDevice) throws -> Double? {
        let limiter = FrameRateLimiter(device: camera)
        // Where several cameras are possible each has its rate, hot or not (R-MULTI-2, R-MULTI-4), and so has one for a movie.
        guard configurator.canHaveSeveral || configuredSelection?.ofOne.isMovie == true else {
            return try limiter.limit(to: limit)
        }
        let usual = cameras.camera(camera)?.shape.framesPerSecond ?? MultiCamFormat.usualRate
        let duration = try limiter.lock(to: min(limit ?? usual, usual))
        guard limit != nil, duration.isValid else { return nil }
        let rate = 1 / CMTimeGetSeconds(duration)
        return rate < usual - 0.5 ? rate.rounded() : nil
    }
}
