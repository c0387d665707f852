internal import CALSA
import Dispatch
import Foundation
import FoundationExtras
import Synchronization

/// The number of a short sound.
public typealias SystemSoundID = UInt32

/// Success.
public let kAudioServicesNoError: OSStatus = 0
/// A sound that cannot be played.
public let kAudioServicesSystemSoundUnspecifiedError: OSStatus = -1500
/// A sound that took too long to be told of.
public let kAudioServicesSystemSoundClientTimedOutError: OSStatus = -1501
/// A sound that is longer than 30 seconds.
public let kAudioServicesSystemSoundExceededMaximumDurationError: OSStatus = -1502

/// The number for vibrating, which no machine here does.
public let kSystemSoundID_Vibrate: SystemSoundID = 0x0000_0FFF

/// Plays a short sound through ALSA's default device, and returns at once. Without such a device nothing is heard.
///
/// - Parameter inSystemSoundID: a number of a client's own sound, or one of the system's: 1108 is the shutter, 1117 and 1118 the beginning
///   and the end of a recording, 1057, 1104 and 1105 a tap. Others are silent. Of several sounds one is heard after the other.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
    SystemSoundPlayer.shared.play(inSystemSoundID, completion: nil)
}

/// As ``AudioServicesPlaySystemSound(_:)``; no machine here vibrates.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
    AudioServicesPlaySystemSound(inSystemSoundID)
}

/// As ``AudioServicesPlaySystemSound(_:)``.
///
/// - Parameters:
///   - inSystemSoundID: a sound.
///   - inCompletionBlock: called when it is over, or is not played, on a queue of its own.
public func AudioServicesPlaySystemSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID,
    _ inCompletionBlock: (@Sendable () -> Void)?
) {
    SystemSoundPlayer.shared.play(inSystemSoundID, completion: inCompletionBlock)
}

/// As ``AudioServicesPlaySystemSoundWithCompletion(_:_:)``; no machine here vibrates.
public func AudioServicesPlayAlertSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID,
    _ inCompletionBlock: (@Sendable () -> Void)?
) {
    AudioServicesPlaySystemSoundWithCompletion(inSystemSoundID, inCompletionBlock)
}

/// Gives a sound file a number.
///
/// - Parameters:
///   - inFileURL: a WAV file with linear samples of 8 or 16 bits. DEVIATION: other kinds are refused.
///   - outSystemSoundID: set to the number.
/// - Returns: `kAudioServicesNoError`, or why the file cannot be played.
public func AudioServicesCreateSystemSoundID(
    _ inFileURL: CFURL,
    _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>
) -> OSStatus {
    guard let file = try? Data(contentsOf: inFileURL as URL), let sound = SystemSound(wave: file) else {
        return kAudioServicesSystemSoundUnspecifiedError
    }
    guard sound.duration <= Double(SystemSound.longestDuration) else {
        return kAudioServicesSystemSoundExceededMaximumDurationError
    }
    outSystemSoundID.pointee = SystemSoundPlayer.shared.add(sound)
    return kAudioServicesNoError
}

/// Forgets a sound that a file was given a number for. What is being played goes on.
///
/// - Returns: `kAudioServicesNoError`, or that there is no such sound.
@discardableResult
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus {
    SystemSoundPlayer.shared.remove(inSystemSoundID)
        ? kAudioServicesNoError : kAudioServicesSystemSoundUnspecifiedError
}

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

/// A short sound: one channel of samples.
struct SystemSound: Equatable, Sendable {
    /// The longest that Apple's documentation allows, in seconds.
    static let longestDuration = 30

    /// Samples a second.
    let rate: Int
    let samples: [Int16]

    /// How long it is, in seconds.
    var duration: Double { Double(samples.count) / Double(rate) }

    /// The sounds that the system has under a number. UNKNOWN: Apple documents neither numbers nor sounds; these are the numbers that
    /// apps use for the shutter, for the beginning and the end of a recording, and for a tap. Others are silent.
    static let builtIn: [UInt32: SystemSound] = [
        1057: tone([(880, 0.05)]), 1104: tone([(1200, 0.015)]), 1105: tone([(1200, 0.015)]),
        1108: shutter, 1117: tone([(660, 0.09), (880, 0.09)]), 1118: tone([(880, 0.09), (660, 0.09)]),
    ]

    private static let builtInRate = 44100

    /// Tones one after the other, each a frequency and its duration, fading.
    private static func tone(_ parts: [(frequency: Double, duration: Double)]) -> SystemSound {
        let samples = parts.flatMap { part in
            let count = Int(part.duration * Double(builtInRate))
            return (0..<count).map { index in
                let time = Double(index) / Double(builtInRate)
                return Int16(9000 * sin(2 * .pi * part.frequency * time) * exp(-3 * time / part.duration))
            }
        }
        return SystemSound(rate: builtInRate, samples: samples)
    }

    /// Two bursts of noise, as of a mirror that goes up and comes down.
    private static let shutter: SystemSound = {
        var noise: UInt32 = 1
        let samples = (0..<builtInRate / 8).map { index in
            noise = noise &* 1_664_525 &+ 1_013_904_223
            let time = Double(index) / Double(builtInRate)
            let strength = exp(-90 * time) + (time > 0.06 ? exp(-70 * (time - 0.06)) : 0)
            return Int16(Double(Int32(bitPattern: noise)) / Double(Int32.max) * 8000 * min(1, strength))
        }
        return SystemSound(rate: builtInRate, samples: samples)
    }()
}

extension SystemSound {
    /// The sound of a WAV file with linear samples of 8 or 16 bits, its channels added up.
    ///
    /// - Returns: nil for other files, damaged ones, and such that have no sound.
    init?(wave file: Data) {
        let bytes = [UInt8](file.prefix(64 << 20))
        guard bytes.count >= 12, bytes.prefix(4) == Array("RIFF".utf8)[...], bytes[8..<12] == Array("WAVE".utf8)[...]
        else { return nil }
        func number(_ place: Int, _ size: Int) -> Int {
            (0..<size).reduce(0) { $0 | Int(bytes[place + $1]) << ($1 * 8) }
        }
        var format: (channels: Int, rate: Int, bits: Int)?
        var place = 12
        while place + 8 <= bytes.count {
            let name = String(decoding: bytes[place..<place + 4], as: UTF8.self)
            let end = min(bytes.count, place + 8 + number(place + 4, 4))
            let content = place + 8..<end
            if name == "fmt ", content.count >= 16, number(content.lowerBound, 2) == 1 {
                format = (
                    number(content.lowerBound + 2, 2), number(content.lowerBound + 4, 4),
                    number(content.lowerBound + 14, 2)
                )
            }
            if name == "data", let format {
                self.init(bytes[content], format.channels, format.rate, format.bits)
                return
            }
            place = end + end % 2
        }
        return nil
    }

    private init?(_ bytes: ArraySlice<UInt8>, _ channels: Int, _ rate: Int, _ bits: Int) {
        guard (1...8).contains(channels), (4000...192_000).contains(rate), bits == 8 || bits == 16 else { return nil }
        let size = channels * bits / 8
        let frames = bytes.count / size
        guard frames > 0 else { return nil }
        self.rate = rate
        samples = (0..<frames).map { frame in
            let sum = (0..<channels).reduce(0) { sum, channel in
                let place = bytes.startIndex + frame * size + channel * bits / 8
                if bits == 8 { return sum + (Int(bytes[place]) - 128) << 8 }
                return sum + Int(Int16(truncatingIfNeeded: Int(bytes[place]) | Int(bytes[place + 1]) << 8))
            }
            return Int16(clamping: sum / channels)
        }
    }
}

/// Where sounds are heard.
protocol SoundOutput: Sendable {
    /// Plays a sound, and returns when it has been heard. Without a device it returns at once.
    func play(_ sound: SystemSound)
}

/// ALSA's default device. A machine without one is silent.
struct ALSASoundOutput: SoundOutput {
    /// How much sound the device holds, in microseconds.
    private static let latency: UInt32 = 100_000
    /// How long to wait for a device that takes no more sound, in milliseconds.
    private static let patience: Int32 = 500

    func play(_ sound: SystemSound) {
        pinhole_alsa_be_quiet()
        var opened: OpaquePointer?
        guard snd_pcm_open(&opened, "default", SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK)) == 0,
            let device = opened
        else { return }
        defer { snd_pcm_close(device) }
        let isSet = snd_pcm_set_params(
            device,
            SND_PCM_FORMAT_S16,
            SND_PCM_ACCESS_RW_INTERLEAVED,
            1,
            UInt32(sound.rate),
            1,
            Self.latency
        )
        guard isSet == 0, write(sound, to: device) else { return }
        // Draining waits for the last sample.
        snd_pcm_nonblock(device, 0)
        snd_pcm_drain(device)
    }

    private func write(_ sound: SystemSound, to device: OpaquePointer) -> Bool {
        sound.samples.withUnsafeBufferPointer { samples in
            var written = 0
            while written < samples.count, let start = samples.baseAddress {
                let result = snd_pcm_writei(device, start + written, snd_pcm_uframes_t(samples.count - written))
                if result >= 0 {
                    written += result
                } else if result == -Int(EAGAIN) {
                    // Once it waits for longer than the device holds, the device is stuck.
                    guard snd_pcm_wait(device, Self.patience) > 0 else { return false }
                } else if snd_pcm_recover(device, Int32(result), 1) < 0 {
                    return false
                }
            }
            return true
        }
    }
}
