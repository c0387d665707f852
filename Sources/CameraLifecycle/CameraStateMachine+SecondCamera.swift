/// Two cameras in one session: what a live session gets and gives away while its picture goes on, and what is the matter when both do
/// not do. Whether there is to be a second one is decided by `SecondCameraPolicy`.
extension CameraStateMachine {
    /// A live session gets what it lacks: another camera, a second one, a movie.
    mutating func goOn() {
        if needsSwitch {
            switchCamera()
        } else if second.mustChange() {
            // One file has one camera, or two.
            if recording.release(.cameraChanged, &orders) { adjust() }
        } else if second.mustRepair {
            // A recording goes on with the camera that is left.
            adjust()
        } else {
            recording.start(&orders)
        }
    }

    mutating func switchCamera() {
        // One file has one camera.
        guard recording.release(.cameraChanged, &orders) else { return }
        needsSwitch = false
        stopLooking()
        let steps = second.configure()
        phase = .switching(orders.operate { .configure($0, steps) })
    }

    mutating func adjust() {
        stopLooking()
        let steps = second.configure()
        phase = .adjusting(orders.operate { .configure($0, steps) })
    }

    // MARK: What goes wrong

    /// The session is of no use any more, but one camera was well.
    mutating func failSecondCamera() {
        second.refuse()
        if phase.usesSession { needsTeardown = true }
    }

    /// More hardware was asked for than there is. With two cameras that is no failure yet: there may be enough for less of both,
    /// or for one.
    mutating func takeOverage() {
        guard second.isAsked else { return giveUp() }
        second.exceed()
        if phase.usesSession { needsTeardown = true }
    }
}
