/// Several cameras in one session: what a live session gets and gives away while its picture goes on, and what is the matter when all
/// of them together do not do. Which ones there are to be is decided by `CameraListPolicy`.
extension CameraStateMachine {
    /// A live session gets what it lacks: another camera, one more, a movie.
    mutating func goOn() {
        if needsSwitch {
            switchCamera()
        } else if cameras.mustChange() {
            // One file has the same cameras from its beginning to its end.
            if recording.release(.cameraChanged, &collector) { adjust(addsNone: false) }
        } else if cameras.mustRepair {
            // A recording goes on with the cameras that are left.
            adjust(addsNone: recording.phase != .idle)
        } else {
            recording.start(&collector)
        }
    }

    mutating func switchCamera() {
        // One file has one leading camera.
        guard recording.release(.cameraChanged, &collector) else { return }
        needsSwitch = false
        cancelChecks()
        let set = cameras.configure()
        phase = .switching(collector.operate { .configure($0, .all, set) })
    }

    /// Cameras come or go while the picture goes on.
    ///
    /// - Parameter addsNone: whether a movie is recorded that goes on with those that are there.
    mutating func adjust(addsNone: Bool) {
        cancelChecks()
        let set = cameras.configure(addsNone: addsNone)
        phase = .adjusting(collector.operate { .configure($0, .all, set) })
    }

    /// A camera was disconnected. Where there are several, the session goes on with the others.
    mutating func handleCameraLoss(_ index: Int) {
        if index > 0 || (!cameras.on.isEmpty && phase.isLive) { cameras.markLost(index) } else { handleCameraLoss() }
    }

    /// Heat and power press too hard on a camera, or not any more.
    mutating func setPressure(isTooHigh: Bool, _ index: Int) {
        if index == 0 { intent.isTooHot = isTooHigh } else { cameras.setPressure(isTooHigh: isTooHigh, index) }
    }

    /// How many frames of each camera came since the last look.
    mutating func handleFrames(_ ticket: CameraTicket, _ counts: [Int]) {
        guard phase == .live(ticket), let leading = counts.first else { return }
        for (index, count) in counts.enumerated().dropFirst() { cameras.check(count, index) }
        handleFrames(leading)
    }

    // MARK: What goes wrong

    /// The session is of no use any more because of one of its cameras; the leading one was well.
    mutating func failCamera(_ index: Int) {
        cameras.refuse(index)
        if phase.usesSession { needsTeardown = true }
    }

    /// More hardware was asked for than there is. With several cameras that is no failure yet: there may be enough for less of each,
    /// or for fewer.
    ///
    /// - Parameter one: what to do about one camera alone.
    mutating func handleOverage(orElse one: (inout Self) -> Void) {
        guard !cameras.asked.isEmpty else { return one(&self) }
        cameras.exceed()
        if phase.usesSession { needsTeardown = true }
    }
}
