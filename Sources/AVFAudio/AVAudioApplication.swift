import CaptureDriver
import Dispatch
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
    @discardableResult
    nonisolated(nonsending) public class func requestRecordPermission() async -> Bool {
        await withCheckedContinuation { continuation in
            requestRecordPermission { continuation.resume(returning: $0) }
        }
    }

    // MARK: Muting

    /// Whether what the program records is silence by its own wish: no.
    public var isInputMuted: Bool { false }

    /// Makes silence of what the program records.
    ///
    /// - Throws: `.resourceNotAvailable` for true: sound cannot be muted here for all of a program; disable the connections.
    public func setInputMuted(_ muted: Bool) throws {
        guard muted else { return }
        throw NSError.audioSession(
            .resourceNotAvailable,
            "Input cannot be muted for all of a program here. Disable the audio connections."
        )
    }

    /// `isInputMuted` has changed, with `muteStateKey`. Never posted: it stays false.
    public static let inputMuteStateChangeNotification =
        NSNotification.Name("AVAudioApplicationInputMuteStateChangeNotification")

    /// Key of the `NSNumber` that says whether input is muted.
    public static let muteStateKey = "AVAudioApplicationMuteStateKey"

    // MARK: Microphone injection

    /// Whether the program may mix sound into what others record. Raw values are Apple's.
    public enum MicrophoneInjectionPermission: Int, Sendable, CaseIterable {
        /// It cannot be done on this device.
        case serviceDisabled = 1_936_876_659
        /// The user has not been asked.
        case undetermined = 1_970_168_948
        /// No.
        case denied = 1_684_369_017
        /// Yes.
        case granted = 1_735_552_628
    }

    /// Whether the program may mix sound into what others record: it cannot be done here.
    public var microphoneInjectionPermission: MicrophoneInjectionPermission { .serviceDisabled }

    /// Asks the user for permission to mix sound into what others record. Nobody is asked, as it cannot be done here.
    ///
    /// - Parameter response: called with the answer on a queue of the package's, never inside of this call.
    @preconcurrency
    public class func requestMicrophoneInjectionPermission(
        completionHandler response: @escaping @Sendable (MicrophoneInjectionPermission) -> Void
    ) {
        DispatchQueue.global(qos: .userInitiated).async(group: CaptureSystem.current.unsettled) {
            response(shared.microphoneInjectionPermission)
        }
    }

    /// Asks the user for permission to mix sound into what others record. Nobody is asked, as it cannot be done here.
    ///
    /// - Returns: the answer.
    nonisolated(nonsending) public class func requestMicrophoneInjectionPermission() async
        -> MicrophoneInjectionPermission
    {
        await withCheckedContinuation { continuation in
            requestMicrophoneInjectionPermission { continuation.resume(returning: $0) }
        }
    }
}
