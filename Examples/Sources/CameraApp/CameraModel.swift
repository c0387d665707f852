@preconcurrency import AVFoundation
import Combine

/// The camera, as the app's views see it.
@MainActor
public final class CameraModel: ObservableObject {
    /// What is to be shown.
    @Published public private(set) var status = CameraStatus.off
    /// The frame rate that heat leaves, if it leaves less than usual.
    @Published public private(set) var frameRateLimit: Int?

    /// The session, for the preview.
    public let session: AVCaptureSession
    private let service: CaptureService
    private var updates: Task<Void, Never>?

    public init() {
        service = CaptureService()
        session = service.session
    }

    /// Starts the camera; `status` tells what becomes of it.
    public func start() async {
        if updates == nil {
            updates = Task { [weak self, service] in
                for await update in service.updates {
                    self?.show(update)
                }
            }
        }
        await service.start()
    }

    /// Stops the camera.
    public func stop() async {
        await service.stop()
    }

    /// The button on the screen of a failed camera.
    public func retry() async {
        await service.stop()
        await service.start()
    }

    /// The shutter.
    public func takePhoto() async throws -> Data {
        try await service.takePhoto()
    }

    private func show(_ update: CaptureService.Update) {
        switch update {
        case .status(let status): self.status = status
        case .frameRateLimit(let limit): frameRateLimit = limit
        }
    }
}
