/// A copy of a client's settings that nobody changes any more.
struct FrozenPhotoSettings: @unchecked Sendable {
    // @unchecked: the object is a copy that never leaves this value and is never changed.

    private let settings: AVCapturePhotoSettings
    /// The settings as a value.
    let request: PhotoCaptureRequest

    /// Copies settings.
    init(_ settings: AVCapturePhotoSettings) {
        guard let copy = settings.copy() as? AVCapturePhotoSettings else {
            preconditionFailure("copy(with:) of settings gave something else")
        }
        self.settings = copy
        request = copy.request
    }

    /// A copy for the client.
    var copy: AVCapturePhotoSettings? { settings.copy() as? AVCapturePhotoSettings }
}
