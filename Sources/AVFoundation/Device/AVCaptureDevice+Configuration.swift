import CaptureDriver
import CoreMedia
import FoundationExtras

extension AVCaptureDevice {
    /// Takes the right to change settings; nests. Pair with `unlockForConfiguration()` (S-58).
    ///
    /// - Throws: `AVError.deviceNotConnected` when the device is gone.
    public func lockForConfiguration() throws {
        let isLocked = change { state in
            guard state.isConnected else { return false }
            state.lockCount += 1
            return true
        }
        guard isLocked else { throw AVError(.deviceNotConnected, userInfo: [AVErrorDeviceKey: self]) }
    }

    /// Gives the right back. Without a lock it stops the program.
    public func unlockForConfiguration() {
        let wasLocked = change { state in
            guard state.lockCount > 0 else { return false }
            state.lockCount -= 1
            return true
        }
        // A device that was unplugged while it was locked may still be unlocked.
        if !wasLocked { failForLackOfLock("unlockForConfiguration") }
    }

    /// Stops the program unless the device is locked for configuration (S-59).
    func requireLock(_ selector: String) {
        if read(\.lockCount) == 0 { failForLackOfLock(selector) }
    }

    private func failForLackOfLock(_ selector: String) -> Never {
        programmerError(
            .generic,
            "*** -[AVCaptureDevice \(selector)] May not be called without first successfully gaining exclusive ownership of "
                + "the device using -lockForConfiguration:"
        )
    }

    /// Stops the program unless a condition holds.
    func require(
        _ condition: Bool,
        _ selector: String,
        _ reason: @autoclosure () -> String,
        _ exception: ExceptionName = .invalidArgument
    ) {
        guard !condition else { return }
        programmerError(exception, "*** -[AVCaptureDevice \(selector)] \(reason())")
    }

    /// Stops the program: the device does not have what was asked for.
    func refuse(_ selector: String, _ reason: String = "Not supported") -> Never {
        programmerError(.invalidArgument, "*** -[AVCaptureDevice \(selector)] \(reason)")
    }

    /// Sets a control.
    ///
    /// - Returns: the time from which frames show the value, which is now if the device is not open (UNKNOWN); `nil` when
    ///   the hardware refused a value that it says it accepts, or is gone: the setting stays as it was then.
    func set(_ control: CaptureControl, _ value: CaptureControlValue) -> CMTime? {
        // What this does to the picture is no change of the subject.
        defer { sceneChanges.forgetReference() }
        do {
            let time = try access.set(control, value) ?? system.clock.now
            return time.isNumeric ? CMTimeMaximum(time, system.clock.now) : system.clock.now
        } catch {
            return nil
        }
    }

    /// Sets several controls in order; the last refusal or the latest time counts.
    func set(_ settings: [(CaptureControl, CaptureControlValue)]) -> CMTime? {
        settings.reduce(system.clock.now) { latest, setting in
            guard let latest, let time = set(setting.0, setting.1) else { return nil }
            return CMTimeMaximum(latest, time)
        }
    }

    /// Waits until a control has done what it was to do once. UNKNOWN: that is when the hardware has left the mode
    /// "automatic once", or, if it never does, two seconds later; for a device that is not open, at once.
    func whenSettled(
        _ control: CaptureControl,
        after time: CMTime,
        _ action: @escaping @Sendable (AVCaptureDevice) -> Void
    ) {
        let deadline = CMTimeAdd(time, CMTime(value: 2, timescale: 1))
        timers.schedule(at: time) { [me = WeakReference(self)] in
            me.object?.checkSettled(control, deadline, action)
        }
    }

    private func checkSettled(
        _ control: CaptureControl,
        _ deadline: CMTime,
        _ action: @escaping @Sendable (AVCaptureDevice) -> Void
    ) {
        let now = system.clock.now
        guard access.mode(control) == Self.automaticOnce, CMTimeCompare(now, deadline) < 0 else { return action(self) }
        timers.schedule(at: CMTimeAdd(now, CMTime(value: 1, timescale: 30))) { [me = WeakReference(self)] in
            me.object?.checkSettled(control, deadline, action)
        }
    }

    /// The mode "automatic once" of focus, exposure and white balance.
    private static let automaticOnce = 1

    /// Calls a completion handler when frames show a setting; one that the hardware refused is answered with an invalid time.
    func complete(at time: CMTime?, _ handler: (@Sendable (CMTime) -> Void)?) {
        guard let time else { return completions.addRefusal(handler) }
        completions.add(at: time, handler)
    }
}
