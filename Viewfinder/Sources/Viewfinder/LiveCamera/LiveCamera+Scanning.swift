import AVFoundation
import CameraEngine
import Foundation
import ScannerLink
import Synchronization

/// A photo that was taken to be scanned.
package struct ScanPhoto: Sendable {
    /// The file, a JPEG.
    package var data: Data
    /// The upright picture's width in pixels.
    package var width: Int
    /// The upright picture's height in pixels.
    package var height: Int
    /// When it was taken.
    package var date: Date
    /// What people call it.
    package var name: String
}

extension LiveCamera {
    /// Takes a photo to be scanned, near the size for it (R-PHOTO-3). It is in no file: whoever gets it keeps it.
    package func takeScan() async throws(CameraCommandError) -> ScanPhoto {
        try await requireControls()
        let photo: CapturedPhoto
        do throws(PhotoFailure) {
            photo = try await model.takeScan()
        } catch {
            throw CameraCommandError(error)
        }
        return ScanPhoto(
            data: photo.data,
            width: photo.uprightSize.width,
            height: photo.uprightSize.height,
            date: photo.date,
            name: "SCAN_" + PhotoFileName.stamp(for: photo.date, timeZone: .current)
        )
    }

    /// Chooses the size near which scans are taken from now on.
    ///
    /// - Returns: the size.
    package func setScanSize(isLarger: Bool) async -> ScannerState.Size {
        let size = isLarger ? PhotoSize.largerScanning : .scanning
        await model.setScanSize(size)
        return ScannerState.Size(width: size.width, height: size.height)
    }

    /// What the device's own shutter does in the mode for scans, as the page's big button; nil for nothing.
    package func setScanningShutter(_ action: (@Sendable () async throws(CameraCommandError) -> Void)?) {
        scanningShutter.set(action)
    }

    /// Who else sees the leading camera's frames, on the frames' queue, after the preview has them; nil for nobody.
    package func observeFrames(_ observer: (@Sendable (CMSampleBuffer) -> Void)?) {
        frameObserver.observe(observer)
    }
}

/// What a press of the shutter does where scans are taken; nothing as long as nobody scans.
final class ScanningShutter: Sendable {
    typealias Action = @Sendable () async throws(CameraCommandError) -> Void

    private let action = Mutex<Action?>(nil)

    func set(_ action: Action?) {
        self.action.withLock { $0 = action }
    }

    func press() async throws(CameraCommandError) {
        try await action.withLock { $0 }?()
    }
}

/// Who sees frames, who may change at any time.
final class FrameObserver: Sendable {
    private let observer = Mutex<(@Sendable (CMSampleBuffer) -> Void)?>(nil)

    func observe(_ observer: (@Sendable (CMSampleBuffer) -> Void)?) {
        self.observer.withLock { $0 = observer }
    }

    func receive(_ sample: CMSampleBuffer) {
        observer.withLock { $0 }?(sample)
    }
}
