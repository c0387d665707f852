import CaptureDriver
import Foundation

extension AVAudioSession {
    /// Whether the program may record sound.
    @available(swift, deprecated: 6.0, message: "Use AVAudioApplication.recordPermission")
    public var recordPermission: RecordPermission {
        switch system.conditions.authorization(for: .audio) {
        case .notDetermined: .undetermined
        case .restricted, .denied: .denied
        case .authorized: .granted
        }
    }

    /// Asks the user for permission to record, if undecided.
    ///
    /// - Parameter response: called with the answer on a queue of the package's, never inside of this call.
    @available(swift, deprecated: 6.0, message: "Use AVAudioApplication.requestRecordPermission(completionHandler:)")
    @preconcurrency
    public func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
        system.requestAuthorization(for: .audio, completion: response)
    }
}
