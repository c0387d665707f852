import AVFoundation
import CameraEngine
import Foundation
import ScannerLink
import Synchronization

/// Photos: of the camera that is shown large, of each of two, or of both as they are shown.
extension LiveCamera {
    public func takePhoto(_ options: ViewfinderPhotoOptions) async throws(CameraCommandError) -> PhotoRecord {
        try await requireControls()
        guard await model.multiCam.isOn else { return try await takePhoto(options, ofCamera: nil) }
        // The engine may not have heard yet of pictures that were swapped just now.
        let arrangement = self.arrangement.withLock { $0 }
        return switch options.content {
        case .large: try await takePhoto(options, ofCamera: arrangement.leading)
        case .each: try await takePhotoOfEach(options, large: arrangement.leading)
        case .shown: try await takeCompositePhoto(options, arrangement)
        }
    }

    private func takeCompositePhoto(
        _ options: ViewfinderPhotoOptions,
        _ arrangement: CameraArrangement
    ) async throws(CameraCommandError) -> PhotoRecord {
        let photo: CapturedPhoto
        do throws(PhotoFailure) {
            let request = PhotoRequest(options, camera: nil)
            photo = try await model.takeCompositePhoto(request, arrangement: arrangement)
        } catch {
            throw CameraCommandError(error)
        }
        return try await save(photo)
    }

    private func takePhotoOfEach(
        _ options: ViewfinderPhotoOptions,
        large: Int
    ) async throws(CameraCommandError) -> PhotoRecord {
        async let small: Void = takePhotoBeside(options, ofCamera: 1 - large)
        let photo = await Result { () async throws(CameraCommandError) in
            try await takePhoto(options, ofCamera: large)
        }
        // A photo that has failed does not take the other one along.
        await small
        return try photo.get()
    }

    /// Takes a photo for which nobody waits: what goes wrong is told to all who look.
    private func takePhotoBeside(_ options: ViewfinderPhotoOptions, ofCamera camera: Int) async {
        do throws(CameraCommandError) {
            _ = try await takePhoto(options, ofCamera: camera)
        } catch {
            listeners.send(.failure(error))
        }
    }

    private func takePhoto(
        _ options: ViewfinderPhotoOptions,
        ofCamera camera: Int?
    ) async throws(CameraCommandError) -> PhotoRecord {
        let photo: CapturedPhoto
        do throws(PhotoFailure) {
            photo = try await model.takePhoto(PhotoRequest(options, camera: camera))
        } catch {
            throw CameraCommandError(error)
        }
        return try await save(photo)
    }

    /// Writes a photo, and reports it.
    private func save(_ photo: CapturedPhoto) async throws(CameraCommandError) -> PhotoRecord {
        let record = try await photos.write(
            EncodedPhoto(data: photo.data, width: photo.uprightSize.width, height: photo.uprightSize.height)
        )
        mapper.withLock { $0.lastPhoto = record }
        listeners.send(.photo(record))
        await announceState()
        return record
    }
}

extension PhotoRequest {
    /// The same for the engine.
    init(_ options: ViewfinderPhotoOptions, camera: Int?) {
        self.init(
            size: options.size.map { .closest(to: $0) },
            flash: options.flash,
            format: options.format,
            camera: camera,
            shape: options.shape
        )
    }
}

extension Result where Success: Sendable {
    /// What becomes of a task.
    fileprivate init(_ body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}

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
