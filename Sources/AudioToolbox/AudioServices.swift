import Foundation
import FoundationExtras

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
