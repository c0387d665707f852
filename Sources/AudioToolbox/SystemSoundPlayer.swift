import Dispatch
import Foundation
import Synchronization

/// Plays sounds one after the other, away from its callers' threads.
final class SystemSoundPlayer: Sendable {
    static let shared = SystemSoundPlayer(output: ALSASoundOutput())

    /// More sounds than these are not kept waiting: they would be heard long after what they belong to.
    private static let mostWaiting = 4
    /// Numbers of clients' sounds begin beyond those of the system's.
    private static let firstOwnNumber: UInt32 = 5000

    private struct State {
        var sounds: [UInt32: SystemSound] = [:]
        var next = firstOwnNumber
        var waiting = 0
    }

    private let output: any SoundOutput
    private let queue = DispatchQueue(label: "AudioToolbox.SystemSound", qos: .userInitiated)
    private let state = Mutex(State())

    init(output: any SoundOutput) {
        self.output = output
    }

    /// Keeps a client's sound, and gives it a number.
    func add(_ sound: SystemSound) -> UInt32 {
        state.withLock { state in
            defer { state.next += 1 }
            state.sounds[state.next] = sound
            return state.next
        }
    }

    /// Forgets a client's sound.
    ///
    /// - Returns: whether there was one.
    func remove(_ number: UInt32) -> Bool {
        state.withLock { $0.sounds.removeValue(forKey: number) != nil }
    }

    /// Plays a sound, and returns at once.
    ///
    /// - Parameters:
    ///   - number: of a sound; of others nothing is heard.
    ///   - completion: called on a queue of the player's when the sound is over, or is not played.
    func play(_ number: UInt32, completion: (@Sendable () -> Void)?) {
        let sound = state.withLock { state -> SystemSound? in
            guard state.waiting < Self.mostWaiting else { return nil }
            let sound = state.sounds[number] ?? SystemSound.builtIn[number]
            if sound != nil { state.waiting += 1 }
            return sound
        }
        queue.async { [self] in
            if let sound {
                output.play(sound)
                state.withLock { $0.waiting -= 1 }
            }
            completion?()
        }
    }
}
