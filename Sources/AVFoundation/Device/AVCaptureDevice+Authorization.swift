import AVFAudio
import CaptureDriver
import FoundationExtras

extension AVCaptureDevice {
    /// Whether the program may capture a kind of medium.
    ///
    /// - Parameter mediaType: `.video` or `.audio`; anything else stops the program (S-54).
    public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        let medium = capturable(mediaType, "authorizationStatusForMediaType:")
        let answer = CaptureSystem.current.conditions.authorization(for: medium)
        return AVAuthorizationStatus(rawValue: answer.rawValue) ?? .notDetermined
    }

    /// Asks the user for permission, if undecided.
    ///
    /// - Parameters:
    ///   - mediaType: `.video` or `.audio`; anything else stops the program (S-54).
    ///   - handler: called with the answer on a queue of the package's, never before this returns or inside of it.
    @preconcurrency
    public class func requestAccess(
        for mediaType: AVMediaType,
        completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        let medium = capturable(mediaType, "requestAccessForMediaType:completionHandler:")
        CaptureSystem.current.requestAuthorization(for: medium, completion: handler)
    }

    /// Asks the user for permission, if undecided.
    ///
    /// - Parameter mediaType: `.video` or `.audio`; anything else stops the program (S-54).
    /// - Returns: the answer.
    @discardableResult
    nonisolated(nonsending) public class func requestAccess(for mediaType: AVMediaType) async -> Bool {
        await withCheckedContinuation { continuation in
            requestAccess(for: mediaType) { continuation.resume(returning: $0) }
        }
    }

    private class func capturable(_ mediaType: AVMediaType, _ selector: String) -> CaptureDeviceDescription.Medium {
        guard let medium = CaptureDeviceDescription.Medium(mediaType) else {
            programmerError(
                .invalidArgument,
                "*** +[AVCaptureDevice \(selector)] mediaType must be either AVMediaTypeVideo or AVMediaTypeAudio"
            )
        }
        return medium
    }
}
