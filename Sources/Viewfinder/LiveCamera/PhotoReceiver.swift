import AVFoundation
import Foundation
import Synchronization

/// A finished photo on its way to a file.
struct CapturedPicture: Sendable {
    var data: Data
    var width: Int
    var height: Int
}

/// Waits for one photo.
final class PhotoReceiver: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
    private let outcome = Mutex<Result<CapturedPicture, CameraCommandError>?>(nil)
    private let completion: @Sendable (Result<CapturedPicture, CameraCommandError>) -> Void

    /// - Parameter completion: called exactly once, when the capture is over.
    init(completion: @escaping @Sendable (Result<CapturedPicture, CameraCommandError>) -> Void) {
        self.completion = completion
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingPhoto photo: AVCapturePhoto,
        error: (any Error)?
    ) {
        let result: Result<CapturedPicture, CameraCommandError>
        if let data = photo.fileDataRepresentation(), error == nil {
            let size = photo.resolvedSettings.photoDimensions
            result = .success(CapturedPicture(data: data, width: Int(size.width), height: Int(size.height)))
        } else {
            result = .failure(Self.failure(error))
        }
        outcome.withLock { $0 = result }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        completion(outcome.withLock { $0 } ?? .failure(Self.failure(error)))
    }

    private static func failure(_ error: (any Error)?) -> CameraCommandError {
        let error = error.map { $0 as NSError }
        let reason = error?.localizedDescription ?? "The camera gave no picture."
        let advice = error?.localizedRecoverySuggestion ?? "Try once more."
        return CameraCommandError(.failed, "\(reason) \(advice)", code: error?.code)
    }
}
