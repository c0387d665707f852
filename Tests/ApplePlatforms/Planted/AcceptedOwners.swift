// What programs do with capture objects that belong to an actor, in the mode of Swift 6; there is nothing wrong with it.
import AVFoundation

extension AVCaptureSession: @retroactive @unchecked Sendable {}

actor CameraOwner {
    nonisolated let session = AVCaptureSession()
    private var inputs: [AVCaptureDeviceInput] = []

    func open() async throws {
        guard await AVCaptureDevice.requestAccess(for: .video), let camera = AVCaptureDevice.default(for: .video) else {
            return
        }
        let input = try AVCaptureDeviceInput(device: camera)
        if session.canAddInput(input) { session.addInput(input) }
        inputs.append(input)
        try camera.lockForConfiguration()
        await camera.setFocusModeLocked(lensPosition: 0.5)
        camera.unlockForConfiguration()
    }

    deinit {
        Task { [session] in session.stopRunning() }
    }
}

/// Asynchronous methods run on the actor that calls them: nothing is handed over.
@MainActor
final class MovieOwner {
    private var writer: AVAssetWriter?
    private var asset: AVAsset?

    func finish() async throws -> CMTime? {
        await writer?.finishWriting()
        let track = try await asset?.loadTracks(withMediaType: .video).first
        _ = try await track?.load(.naturalSize)
        return try await asset?.load(.duration)
    }
}
