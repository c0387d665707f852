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

    /// The places where the present output gives its sound; `nil`, as no port here has a choice.
    public var outputDataSources: [AVAudioSessionDataSourceDescription]? { currentRoute.outputs.first?.dataSources }

    /// The place where the present output gives its sound; `nil` without a choice.
    public var outputDataSource: AVAudioSessionDataSourceDescription? { currentRoute.outputs.first?.selectedDataSource }

    /// Chooses the place where the present output gives its sound; `nil` leaves it to the system.
    ///
    /// - Throws: `.badParam` for a place, as no port here has any.
    public func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        guard dataSource != nil else { return }
        throw NSError.audioSession(.badParam, "The output has no such data source. See outputDataSources.")
    }

    // MARK: Muting

    /// Whether the program's output is muted: no.
    public var isOutputMuted: Bool { false }

    /// Mutes the program's output.
    ///
    /// - Throws: `.resourceNotAvailable` for true, as nothing plays here.
    public func setOutputMuted(_ muted: Bool) throws {
        try refuse(muted, "Nothing plays here that could be muted.")
    }

    // MARK: Microphone injection

    /// Whether sound can be mixed into what other programs record: no.
    public var isMicrophoneInjectionAvailable: Bool { false }

    /// What the program would mix in: nothing, as it cannot be set.
    public var preferredMicrophoneInjectionMode: MicrophoneInjectionMode { .none }

    /// Chooses what the program mixes in.
    ///
    /// - Throws: `.resourceNotAvailable` for anything but `.none`. See `isMicrophoneInjectionAvailable`.
    public func setPreferredMicrophoneInjectionMode(_ inValue: MicrophoneInjectionMode) throws {
        try refuse(inValue != .none, "Sound cannot be mixed into other programs' recordings here.")
    }

    // MARK: Devices as one

    /// Chooses whether several devices are used as one.
    ///
    /// - Throws: `.resourceNotAvailable` for `.aggregated`: sound comes from one port at a time.
    public func setAggregatedIOPreference(_ inIOType: IOType) throws {
        try refuse(inIOType != .notSpecified, "Ports cannot be used as one here.")
    }

    // MARK: Rendering

    /// How sound is rendered: not at all, as nothing plays here.
    public var renderingMode: RenderingMode { .notApplicable }

    /// What kind of prompts navigation may speak: the usual. Nothing here asks for others.
    public var promptStyle: PromptStyle { .normal }

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
