@preconcurrency import AVFoundation
import CameraLifecycle

/// Permission for the camera (R-LIFE-1).
extension CameraEngine {
    func requestPermission() {
        let inbox = inbox
        openQuestions += 1
        Task { [weak self] in
            _ = await AVCaptureDevice.requestAccess(for: .video)
            inbox.yield(.event(.permission(Self.permission)))
            await self?.closeQuestion()
        }
    }

    func closeQuestion() { openQuestions -= 1 }

    nonisolated func lookUpPermission() {
        inbox.yield(.event(.permission(scope.run { Self.permission })))
    }

    static var permission: CameraPermission {
        switch AVCaptureDevice.authorizationStatus(for: .video) {
        case .notDetermined: .undecided
        case .authorized: .granted
        case .denied: .denied
        case .restricted: .restricted
        @unknown default: .restricted
        }
    }
}
