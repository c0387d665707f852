import Foundation

/// What no sound hardware here can do: the answers are true, and asking for more is refused.
extension AVAudioSession {
    // MARK: Gain

    /// Whether the gain can be set: no.
    public var isInputGainSettable: Bool { false }

    /// The gain. `UNKNOWN`: Apple doesn't say what it is where it cannot be set; here it is 1.
    public var inputGain: Float { 1 }

    /// Sets the gain.
    ///
    /// - Throws: `.resourceNotAvailable`, as no input here can.
    public func setInputGain(_ gain: Float) throws {
        throw NSError.audioSession(.resourceNotAvailable, "The input's gain cannot be set. See isInputGainSettable.")
    }

    // MARK: Echoes

    /// Whether echoes of the device's own sound can be taken out: no.
    public var isEchoCancelledInputAvailable: Bool { false }

    /// Whether echoes are taken out: no.
    public var isEchoCancelledInputEnabled: Bool { false }

    /// Whether the program prefers that: no, as it cannot be set.
    public var prefersEchoCancelledInput: Bool { false }

    /// Prefers that echoes are taken out.
    ///
    /// - Throws: `.resourceNotAvailable` for true. See `isEchoCancelledInputAvailable`.
    public func setPrefersEchoCancelledInput(_ value: Bool) throws {
        try refuse(value, "Echoes cannot be taken out here.")
    }

    // MARK: Stereo

    /// How stereo sound is turned: not at all, as no input here follows the device.
    public var inputOrientation: StereoOrientation { .none }

    /// How the program wants stereo sound to be turned: not at all, as it cannot be.
    public var preferredInputOrientation: StereoOrientation { .none }

    /// Prefers that stereo sound is turned.
    ///
    /// - Throws: `.resourceNotAvailable` for anything but `.none`.
    public func setPreferredInputOrientation(_ orientation: StereoOrientation) throws {
        try refuse(orientation != .none, "No input here turns its stereo sound.")
    }

    // MARK: Data sources

    /// The places where the present input takes its sound; `nil`, as no port here has a choice.
    public var inputDataSources: [AVAudioSessionDataSourceDescription]? { currentRoute.inputs.first?.dataSources }

    /// The place where the present input takes its sound; `nil` without a choice.
    public var inputDataSource: AVAudioSessionDataSourceDescription? { currentRoute.inputs.first?.selectedDataSource }

    /// Chooses the place where the present input takes its sound; `nil` leaves it to the system.
    ///
    /// - Throws: `.badParam` for a place, as no port here has any.
    public func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        guard dataSource != nil else { return }
        throw NSError.audioSession(.badParam, "The input has no such data source. See inputDataSources.")
    }

    // MARK: Disturbances

    /// Whether the system's sounds and haptics go on while sound is recorded: no, as there are none.
    public var allowHapticsAndSystemSoundsDuringRecording: Bool { false }

    /// Lets the system's sounds and haptics go on while sound is recorded.
    ///
    /// - Throws: `.resourceNotAvailable` for true, as there are none.
    public func setAllowHapticsAndSystemSoundsDuringRecording(_ value: Bool) throws {
        try refuse(value, "There are neither haptics nor system sounds here.")
    }

    /// Whether calls ring silently rather than interrupt: no.
    public var prefersNoInterruptionsFromSystemAlerts: Bool { false }

    /// Prefers that calls ring silently rather than interrupt.
    ///
    /// - Throws: `.resourceNotAvailable` for true: calls of the simulated phone interrupt.
    public func setPrefersNoInterruptionsFromSystemAlerts(_ value: Bool) throws {
        try refuse(value, "Calls always interrupt here.")
    }

    /// Whether sound stops when its route is disconnected: no, it takes another one.
    public var prefersInterruptionOnRouteDisconnect: Bool { false }

    /// Prefers that sound stops when its route is disconnected.
    ///
    /// - Throws: `.resourceNotAvailable` for true.
    public func setPrefersInterruptionOnRouteDisconnect(_ value: Bool) throws {
        try refuse(value, "Sound always goes on with another route here.")
    }

    private func refuse(_ isRefused: Bool, _ message: String) throws {
        if isRefused { throw NSError.audioSession(.resourceNotAvailable, message) }
    }
}

/// What only concerns playing.
extension AVAudioSession {
    /// Not available: nothing plays here.
    @available(*, unavailable, message: "Nothing plays here; ask the sound server.")
    public var outputVolume: Float { 0 }

    /// Not available: nothing plays here.
    @available(*, unavailable, message: "Nothing plays here; ask the sound server.")
    public var outputLatency: TimeInterval { 0 }

    /// Not available, and not needed: times of captured sound say when it was heard.
    @available(*, unavailable, message: "Captured sound has the time at which it was heard.")
    public var inputLatency: TimeInterval { 0 }

    /// Not available: nothing is known of other programs' sound.
    @available(*, unavailable, message: "Nothing is known of other programs' sound here.")
    public var isOtherAudioPlaying: Bool { false }

    /// Not available: nothing is known of other programs' sound.
    @available(*, unavailable, message: "Nothing is known of other programs' sound here.")
    public var secondaryAudioShouldBeSilencedHint: Bool { false }
}
