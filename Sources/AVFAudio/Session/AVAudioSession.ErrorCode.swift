import Foundation
import FoundationExtras

extension AVAudioSession {
    /// What goes wrong with audio sessions: codes of the domain `NSOSStatusErrorDomain`.
    public enum ErrorCode: Int, Sendable, CaseIterable {
        /// Nothing.
        case none = 0
        /// Media services are not there.
        case mediaServicesFailed = 1_836_282_486
        /// Sound still runs.
        case isBusy = 560_030_580
        /// The category does not allow it.
        case incompatibleCategory = 560_161_140
        /// Another client may not be interrupted.
        case cannotInterruptOthers = 560_557_684
        /// The program lacks an entitlement.
        case missingEntitlement = 1_701_737_535
        /// The assistant is recording.
        case siriIsRecording = 1_936_290_409
        /// Playing is not allowed now.
        case cannotStartPlaying = 561_015_905
        /// Recording is not allowed now.
        case cannotStartRecording = 561_145_187
        /// A parameter is wrong.
        case badParam = -50
        /// A client of higher priority, such as a call, has the hardware.
        case insufficientPriority = 561_017_449
        /// The device lacks what is asked for.
        case resourceNotAvailable = 561_145_203
        /// Something.
        case unspecified = 2_003_329_396
        /// The session is no more.
        case expiredSession = 561_210_739
        /// The session is not active.
        case sessionNotActive = 1_768_841_571
    }
}

extension NSError {
    /// An error of an audio session, in words that say what to do.
    static func audioSession(_ code: AVAudioSession.ErrorCode, _ reason: String) -> NSError {
        NSError(
            domain: "NSOSStatusErrorDomain",
            code: code.rawValue,
            userInfo: [NSLocalizedDescriptionKey: reason]
        )
    }
}
