import CaptureDriver

/// What happens to a phone, in the words of its user. Each of it can also stand in a fault script.
///
/// Times are counted on the phone's clock; without one a state lasts until it is ended. Ending what is not there is harmless.
extension SimulatedPhone {
    // MARK: The button for cameras

    /// Does something with the Camera Control, the button that feels light presses and fingers that slide along it. Only an
    /// `iphone` has one.
    public func useCameraControl(_ gesture: CaptureControlGesture) {
        apply(.cameraControl(gesture))
    }

    // MARK: The app's place

    /// Puts the app in the background, which interrupts capture until it is in the foreground again (S-81). A session that is
    /// started meanwhile starts when the app comes back.
    public func background(seconds: Double? = nil) {
        apply(.interruption(reason: .videoDeviceNotAvailableInBackground, seconds: seconds))
    }

    /// Brings the app to the foreground again.
    public func foreground() {
        endInterruption(.videoDeviceNotAvailableInBackground)
    }

    /// Puts another app beside this one on the screen, which interrupts capture until it goes away. Only iPads do this; the
    /// simulated phone does it when told to, so that apps can be tried.
    public func splitScreen(seconds: Double? = nil) {
        apply(.interruption(reason: .videoDeviceNotAvailableWithMultipleForegroundApps, seconds: seconds))
    }

    /// Gives the app the whole screen again.
    public func endSplitScreen() {
        endInterruption(.videoDeviceNotAvailableWithMultipleForegroundApps)
    }

    // MARK: Calls and other apps

    /// A kind of call.
    public enum Call: Sendable, Hashable {
        /// Takes the microphone.
        case voice
        /// Takes the microphone and the camera.
        case video
    }

    /// A call is answered while the app stays on the screen. One without a picture takes the microphone only.
    ///
    /// `OBSERVED`: a call interrupts sessions with an audio input; a session that has video only goes on. (Documented is only
    /// that the reason means audio hardware; users of several camera packages report the rest.)
    public func phoneCall(_ call: Call = .voice, seconds: Double? = nil) {
        apply(.phoneCall(call, seconds: seconds))
    }

    /// Ends the call.
    public func endCall() {
        apply(.phoneCallEnd)
    }

    /// Another app, or the system, takes the camera, until it leaves (S-80).
    public func otherAppTakesCamera(seconds: Double? = nil) {
        apply(.interruption(reason: .videoDeviceInUseByAnotherClient, seconds: seconds))
    }

    /// The other app gives the camera back.
    public func otherAppLeavesCamera() {
        endInterruption(.videoDeviceInUseByAnotherClient)
    }

    /// The camera sees something sensitive, and capture is interrupted until the user wants to go on (S-85).
    public func detectSensitiveContent(seconds: Double? = nil) {
        apply(.interruption(reason: .sensitiveContentMitigationActivated, seconds: seconds))
    }

    /// The user wants to go on in spite of sensitive content.
    public func continueAfterSensitiveContent() {
        endInterruption(.sensitiveContentMitigationActivated)
    }

    /// Interrupts all sessions for a reason, whatever they use, until `endInterruption`. No camera delivers frames meanwhile,
    /// unless it is only about the microphone.
    public func interrupt(_ reason: CaptureInterruption) {
        apply(.interruption(reason: reason, seconds: nil))
    }

    /// Ends an interruption.
    public func endInterruption(_ reason: CaptureInterruption) {
        apply(.interruptionEnd(reason: reason))
    }

    // MARK: Accessories with microphones

    /// What is plugged into the phone, or connected to it, the latest last.
    public var accessories: [SimulatedAccessory] { simulatedConditions.accessories }

    /// Plugs an accessory in, or connects it. Sound takes its way through it if the program's audio session allows that; the
    /// microphone then goes on in the accessory's format. Only an `iphone` has routes.
    public func plug(_ accessory: SimulatedAccessory, seconds: Double? = nil) {
        apply(.accessory(accessory, seconds: seconds))
    }

    /// Pulls an accessory out, or disconnects it.
    public func unplug(_ accessory: SimulatedAccessory) {
        apply(.accessoryEnd(accessory))
    }

    // MARK: The camera system

    /// Lets media services die: streams fall silent, starts fail, and only audio sessions are told (S-209), until
    /// `resetMediaServices()`.
    public func loseMediaServices(seconds: Double? = nil) {
        apply(.mediaServicesLost(seconds: seconds))
    }

    /// Lets media services die, unless they are dead already, and come back: streams fall silent, then sessions are told.
    ///
    /// All hardware is free then, also what had leaked. `UNKNOWN`: chosen, because the services are who hands it out.
    public func resetMediaServices() {
        apply(.mediaServicesReset)
    }

    /// Lets running sessions fail with an `AVError` code, such as -11872.
    public func failRunningSession(code: Int) {
        apply(.resourceExhaustion(code: code))
    }

    /// Lets the next starts of a session fail with an `AVError` code: `isRunning` is false when `startRunning()` returns.
    ///
    /// - Parameter toldAfter: seconds until the runtime error is posted; zero to post it before `startRunning()` returns.
    public func failNextStart(code: Int, count: Int = 1, toldAfter: Double = 0) {
        apply(.sessionStartFailure(code: code, count: count, toldAfter: toldAfter))
    }

    /// Lets `startRunning()` not return for a time, the next times it is called.
    ///
    /// - Parameter seconds: how long, on the phone's clock, which somebody else has to let go on if it stands still; `nil` for
    ///   as long as the media services are not reset, but for 10 minutes at most.
    public func holdNextStart(seconds: Double?, count: Int = 1) {
        apply(.heldStart(seconds: seconds, count: count))
    }

    /// How many calls of `startRunning()` are waiting for the camera system.
    public var heldStarts: Int { simulatedConditions.heldStarts.count }

    /// How many calls of `startRunning()` have ever had to wait.
    package var heldStartsSoFar: Int { simulatedConditions.heldStarts.begun }

    /// Calls back as soon as more than so many calls of `startRunning()` have had to wait; at once if it is so already.
    package func whenStartsHeld(moreThan count: Int, _ action: @escaping @Sendable () -> Void) {
        simulatedConditions.heldStarts.whenBegun(moreThan: count, action)
    }

    /// How much of the camera hardware is in use.
    public var resources: PhoneResources { simulatedConditions.resources }

    /// When hardware leaks.
    ///
    /// On an `iphone` at first `.background`, elsewhere `.never`. `OBSERVED`, once: an app that stopped its session each time
    /// it went to the background, without removing inputs and outputs, could not start it after the third time. Most apps
    /// that stop and start sessions never see this, and Apple's documents do not ask for the removal; hence the narrow rule.
    /// With `.always` every such stop leaks.
    public var hardwareLeak: HardwareLeak {
        get { simulatedConditions.leak }
        set { apply(.hardwareLeak(newValue)) }
    }
}
