import AVFoundation

extension AVCapturePhotoOutput {
    /// Takes a photo and waits for it.
    ///
    /// - Returns: the photo as a file's data.
    public func photo(
        with settings: AVCapturePhotoSettings = AVCapturePhotoSettings(),
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> Data {
        let receiver = PhotoReceiver()
        capturePhoto(with: settings, delegate: receiver)
        // The output does not keep its delegate.
        return try await withExtendedLifetime(receiver) { receiver }.photo()
    }
}

/// Waits for the calls of one photo. "Did finish capture" is the last of them, whatever happened.
private final class PhotoReceiver: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
    private let result: AsyncThrowingStream<Data, any Error>
    private let continuation: AsyncThrowingStream<Data, any Error>.Continuation

    override init() {
        (result, continuation) = AsyncThrowingStream.makeStream()
    }

    func photo() async throws -> Data {
        for try await data in result { return data }
        throw AVError(.unknown)
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingPhoto photo: AVCapturePhoto,
        error: (any Error)?
    ) {
        if let data = photo.fileDataRepresentation(), error == nil {
            continuation.yield(data)
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        continuation.finish(throwing: error)
    }
}
