import CaptureDriver
import Foundation
import Synchronization

extension AVAudioSession {
    /// The capture sessions that take sound.
    struct Captures: Sendable {
        var running: Set<ObjectIdentifier> = []
        /// Those of them that have an audio session of their own.
        var privateOwners: Set<ObjectIdentifier> = []
        /// Whether one of them has an audio session of its own.
        var isPrivate: Bool { !privateOwners.isEmpty }
        var observers: [UInt64: @Sendable () -> Void] = [:]
        var lastObserver: UInt64 = 0
    }

    /// How a capture session wants this session (S-22, S-23).
    package struct CaptureSetup: Sendable, Hashable {
        /// Whether it may configure it.
        var isAutomatic: Bool
        /// Whether others may go on with their sound.
        var mixesWithOthers: Bool
        /// Whether Bluetooth headsets are recorded from in high quality.
        var usesBluetoothInHighQuality: Bool

        /// Makes a setup.
        package init(isAutomatic: Bool, mixesWithOthers: Bool, usesBluetoothInHighQuality: Bool) {
            self.isAutomatic = isAutomatic
            self.mixesWithOthers = mixesWithOthers
            self.usesBluetoothInHighQuality = usesBluetoothInHighQuality
        }
    }

    /// A capture session is about to take sound with this session: configures it if it may, and activates it.
    package func captureWillStart(_ owner: ObjectIdentifier, _ setup: CaptureSetup) {
        captures.withLock { _ = $0.running.insert(owner) }
        change(.categoryChange) { state in
            if setup.isAutomatic { state.configure(setup) }
            state.isActive = true
        }
    }

    /// A capture session is about to take sound with an audio session of its own, which interrupts this one (S-21).
    package func privateCaptureWillStart(_ owner: ObjectIdentifier, _ setup: CaptureSetup) {
        captures.withLock { captures in
            captures.running.insert(owner)
            captures.privateOwners.insert(owner)
        }
        var state = AudioSessionState()
        state.configure(setup)
        system.conditions.setAudioPreferences(state.preferences)
        interrupt()
    }

    /// A capture session takes no sound any more. The session stays as it is.
    package func captureDidStop(_ owner: ObjectIdentifier) {
        let wasPrivate = captures.withLock { captures in
            captures.running.remove(owner)
            return captures.privateOwners.remove(owner) != nil && !captures.isPrivate
        }
        guard wasPrivate else { return }
        system.conditions.setAudioPreferences(state.withLock { $0.preferences })
        endInterruption()
    }

    /// Whether sound may be captured: the category takes input, and the session is active.
    package var allowsCapture: Bool { state.withLock { $0.isActive && $0.takesInput } }

    /// Frames of the longest packet that a microphone is asked for; what is preferred beyond that counts as this.
    private static let longestPacket = 8_192.0

    /// What a microphone is to be asked for.
    ///
    /// - Parameter channels: the wanted number of channels; `nil` for the preferred one.
    package func request(for microphone: CaptureDeviceDescription, channels: Int?) -> CaptureAudioRequest? {
        let (format, duration) = state.withLock { state in
            (state.format(of: microphone, channels: channels), state.preferredBufferDuration)
        }
        return format.map { format in
            // The program may prefer any number of seconds.
            let frames = min(max(duration * format.sampleRate, 0), Self.longestPacket)
            return CaptureAudioRequest(format: format, packetFrames: Int(frames.rounded()))
        }
    }

    /// Tells of each change of what the program asks for, on the thread that makes it.
    package func observeChanges(_ handler: @escaping @Sendable () -> Void) -> CaptureObservation {
        let id = captures.withLock { captures in
            captures.lastObserver += 1
            captures.observers[captures.lastObserver] = handler
            return captures.lastObserver
        }
        return CaptureObservation { [weak self] in
            _ = self?.captures.withLock { $0.observers.removeValue(forKey: id) }
        }
    }
}

extension AudioSessionState {
    /// What a capture session sets by itself (S-22). `UNKNOWN`: its options take the place of the program's, and the mode stays
    /// if the category has it.
    fileprivate mutating func configure(_ setup: AVAudioSession.CaptureSetup) {
        category = .playAndRecord
        options = []
        if setup.mixesWithOthers { options.insert(.mixWithOthers) }
        if setup.usesBluetoothInHighQuality { options.insert(.bluetoothHighQualityRecording) }
        if Self.refusal(category, mode, options) != nil { mode = .default }
    }
}
