import Foundation

/// What a program prefers, and phones accept whatever comes of it.
extension AVAudioSession {
    // MARK: Stereo

    /// How the program wants stereo sound to be turned; not at all at first.
    public var preferredInputOrientation: StereoOrientation { state.withLock { $0.preferredOrientation } }

    /// Prefers that stereo sound is turned. What comes of it tells `inputOrientation`: no input here turns its sound.
    public func setPreferredInputOrientation(_ orientation: StereoOrientation) throws {
        state.withLock { $0.preferredOrientation = orientation }
    }

    // MARK: Output

    /// The number of channels that the program prefers to go out; 0, as at first, for none.
    public var preferredOutputNumberOfChannels: Int { state.withLock { $0.preferredOutputChannels } }

    /// Prefers a number of channels; 0 takes it back. What comes of it tells `outputNumberOfChannels`.
    ///
    /// - Throws: `.badParam` for a number that is negative or more than `maximumOutputNumberOfChannels`.
    public func setPreferredOutputNumberOfChannels(_ count: Int) throws {
        guard (0...max(maximumOutputNumberOfChannels, 0)).contains(count) else {
            throw NSError.audioSession(.badParam, "\(count) channels are not available.")
        }
        state.withLock { $0.preferredOutputChannels = count }
    }

    /// Whether the program says that it can play more than two channels; false at first.
    public var supportsMultichannelContent: Bool { state.withLock { $0.supportsMultichannelContent } }

    /// Says whether the program can play more than two channels.
    public func setSupportsMultichannelContent(_ inValue: Bool) throws {
        state.withLock { $0.supportsMultichannelContent = inValue }
    }

    // MARK: Disturbances

    /// Whether the system's sounds and haptics may go on while sound is recorded; false at first.
    public var allowHapticsAndSystemSoundsDuringRecording: Bool { state.withLock { $0.allowsHaptics } }

    /// Lets the system's sounds and haptics go on while sound is recorded. There are none here that would be silenced.
    public func setAllowHapticsAndSystemSoundsDuringRecording(_ value: Bool) throws {
        state.withLock { $0.allowsHaptics = value }
    }

    /// Whether alerts, such as the ringing of a call, are not to interrupt sound; false at first.
    public var prefersNoInterruptionsFromSystemAlerts: Bool { state.withLock { $0.prefersNoAlerts } }

    /// Prefers that alerts do not interrupt sound. The simulated phone has no alerts: its calls are taken, and those interrupt on a
    /// phone, too.
    public func setPrefersNoInterruptionsFromSystemAlerts(_ value: Bool) throws {
        state.withLock { $0.prefersNoAlerts = value }
    }

    /// Whether sound stops when its route is disconnected, rather than take another one. UNKNOWN: false at first.
    public var prefersInterruptionOnRouteDisconnect: Bool { state.withLock { $0.prefersInterruptionOnDisconnect } }

    /// Prefers that sound stops when its route is disconnected: the active session is interrupted for the reason
    /// `.routeDisconnected`, and stays inactive until it is activated again.
    public func setPrefersInterruptionOnRouteDisconnect(_ value: Bool) throws {
        state.withLock { $0.prefersInterruptionOnDisconnect = value }
    }
}
