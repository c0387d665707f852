import CaptureDriver
import Foundation

/// The program as far as its sound is concerned, exactly as Apple's class of the same name.
open class AVAudioApplication: NSObject, @unchecked Sendable {
    // @unchecked: has no state.

    private static let instance = AVAudioApplication(program: ())

    // Keeps clients from making one.
    init(program: Void) {
        super.init()
    }

    /// The program.
    public class var shared: AVAudioApplication { instance }

    /// Whether the program may record sound. Raw values are Apple's.
    public enum recordPermission: Int, Sendable, CaseIterable {
        /// The user has not been asked.
        case undetermined = 1_970_168_948
        /// No.
        case denied = 1_684_369_017
        /// Yes.
        case granted = 1_735_552_628
    }

    /// Whether the program may record sound.
    public var recordPermission: recordPermission {
        switch CaptureSystem.current.conditions.authorization(for: .audio) {
        case .notDetermined: .undetermined
        case .restricted, .denied: .denied
        case .authorized: .granted
        }
    }

    /// Asks the user for permission to record, if undecided.
    ///
    /// - Parameter response: called with the answer on a queue of the package's, never inside of this call.
    @preconcurrency
    public class func requestRecordPermission(completionHandler response: @escaping @Sendable (Bool) -> Void) {
        CaptureSystem.current.requestAuthorization(for: .audio, completion: response)
    }

    /// Asks the user for permission to record, if undecided.
    ///
    /// - Returns: the answer.
    nonisolated(nonsending) public class func requestRecordPermission() async -> Bool {
        await withCheckedContinuation { continuation in
            requestRecordPermission { continuation.resume(returning: $0) }
        }
    }
}
