import AVFoundation
@_spi(Pinhole) import CameraEngine
import CameraLifecycle
import CommandSupport
import Foundation
import Synchronization

/// A session with one camera for the length of a command.
final class OneCameraRun {
    private let session = AVCaptureSession()
    private let input: AVCaptureDeviceInput
    private let failureText = FailureText()
    private let observer: any NSObjectProtocol

    /// Asks for permission if need be, and opens the camera.
    init(device: AVCaptureDevice, preset: AVCaptureSession.Preset) throws {
        try Self.requirePermission()
        input = try AVCaptureDeviceInput(device: device)
        let failureText = failureText
        observer = NotificationCenter.default.addObserver(
            forName: AVCaptureSession.runtimeErrorNotification,
            object: session,
            queue: nil
        ) { notification in
            failureText.record(notification.userInfo?[AVCaptureSessionErrorKey] as? NSError)
        }
        guard session.canAddInput(input) else {
            throw CommandError("\(device.localizedName) cannot be used in a session.")
        }
        session.addInput(input)
        guard session.canSetSessionPreset(preset) else {
            throw CommandError(
                "\(device.localizedName) does not support this preset. See pinhole devices for its formats."
            )
        }
        session.sessionPreset = preset
    }

    deinit {
        NotificationCenter.default.removeObserver(observer)
    }

    /// What went wrong with the running session, if anything did.
    var failure: String? { failureText.message }

    func add(_ output: AVCaptureOutput) throws {
        guard session.canAddOutput(output) else {
            throw CommandError("The camera does not support this kind of output.")
        }
        session.addOutput(output)
    }

    /// Has the camera run in the smallest format whose photos come closest to a size, and an output take them. Before the start.
    ///
    /// - Returns: the size of the photos.
    func choosePhotos(_ size: PhotoSizeRequest, of output: AVCapturePhotoOutput) throws -> PhotoSize {
        try FormatChooser(session: session, wanted: .photos(size)).apply(to: input.device)
        guard let size = size.selection(in: input.device.activeFormat) else {
            throw CommandError("\(input.device.localizedName) takes no photos.")
        }
        output.maxPhotoDimensions = size.dimensions
        return size
    }

    /// Has what an output takes be level with the horizon, as the device is held now (R-ROT-2).
    func level(_ output: AVCaptureOutput) {
        guard let connection = output.connection(with: .video) else { return }
        let angle = AVCaptureDevice.RotationCoordinator(device: input.device, previewLayer: nil)
            .videoRotationAngleForHorizonLevelCapture
        if connection.isVideoRotationAngleSupported(angle) { connection.videoRotationAngle = angle }
    }

    /// Starts, and verifies that it runs (R-LIFE-5).
    func start() throws {
        session.startRunning()
        guard session.isRunning else {
            throw CommandError(failure ?? "The camera did not start. Is another program using it?")
        }
    }

    func stop() {
        session.stopRunning()
    }

    private static func requirePermission() throws {
        let answered = DispatchSemaphore(value: 0)
        if AVCaptureDevice.authorizationStatus(for: .video) == .notDetermined {
            AVCaptureDevice.requestAccess(for: .video) { _ in answered.signal() }
            _ = answered.wait(timeout: .now() + 60)
        }
        guard AVCaptureDevice.authorizationStatus(for: .video) == .authorized else {
            let message = CameraStatus.denied.userMessage
            throw CommandError("\(message.title). \(message.advice)")
        }
    }
}

/// The message of the last error of a session.
private final class FailureText: Sendable {
    private let text = Mutex<String?>(nil)

    var message: String? { text.withLock { $0 } }

    func record(_ error: NSError?) {
        let sentences = [error?.localizedDescription, error?.localizedRecoverySuggestion].compactMap { $0 }
        text.withLock { $0 = sentences.joined(separator: " ") }
    }
}

/// Presets by the names that the command line has for them.
enum SessionPresets {
    static let byName: [String: AVCaptureSession.Preset] = [
        "high": .high, "medium": .medium, "low": .low, "photo": .photo, "640x480": .vga640x480,
        "1280x720": .hd1280x720, "1920x1080": .hd1920x1080, "3840x2160": .hd4K3840x2160,
    ]
}
