import CameraEngine
import Foundation

/// Photos: of the camera that is shown large, of each of two, or of both as they are shown.
extension LiveCamera {
    public func takePhoto(_ options: ViewfinderPhotoOptions) async throws(CameraCommandError) -> PhotoRecord {
        try await requireControls()
        guard await model.multiCam.isOn else { return try await takePhoto(options, ofCamera: nil) }
        // The engine may not have heard yet of pictures that were swapped just now.
        let arrangement = self.arrangement.withLock { CameraArrangement($0) }
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
            size: options.size.map { .closest(to: PhotoSize(width: $0.width, height: $0.height)) },
            flash: Flash(options.flash),
            format: PhotoFormat(options.format),
            camera: camera,
            shape: PhotoShape(options.shape)
        )
    }
}

extension PhotoRequest.Flash {
    fileprivate init(_ flash: ViewfinderPhotoOptions.Flash) {
        self =
            switch flash {
            case .off: .off
            case .on: .on
            case .automatic: .automatic
            }
    }
}

extension PhotoShape {
    fileprivate init(_ shape: ViewfinderPhotoOptions.Shape) {
        self =
            switch shape {
            case .full: .full
            case .fourToThree: .fourToThree
            case .sixteenToNine: .sixteenToNine
            case .square: .square
            }
    }
}

extension PhotoFormat {
    fileprivate init(_ format: ViewfinderPhotoOptions.Format) {
        self =
            switch format {
            case .jpeg: .jpeg
            case .heic: .heic
            }
    }
}

extension ViewfinderPhotoFeatures {
    /// What the engine says of a camera.
    init(_ features: PhotoFeatures, _ controls: CameraControls?) {
        self.init(
            formats: ViewfinderPhotoOptions.Format.allCases.filter { features.formats.contains(PhotoFormat($0)) },
            hasFlash: controls?.hasFlash ?? false,
            sizes: controls?.photoSizes.map { ViewfinderPhotoSize(width: $0.width, height: $0.height) } ?? []
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
