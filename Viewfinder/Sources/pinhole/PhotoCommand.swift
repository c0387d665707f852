import AVFoundation
import ArgumentParser
@_spi(Pinhole) import CameraEngine
import CommandSupport
import Dispatch
import Foundation
import Synchronization

/// `pinhole photo`
struct PhotoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo",
        abstract: "Take a photo and write it to a file as JPEG or HEIC."
    )

    @OptionGroup var cameraOption: CameraOption

    @OptionGroup var sizeOption: PhotoSizeOption

    @Option(name: .shortAndLong, help: "The file to write: HEIC if its name ends with .heic or .heif, else JPEG.")
    var output: String

    @Flag(help: "Replace the file if there is one.")
    var force = false

    @Option(help: "Seconds that the camera gets to settle exposure and focus first.")
    var settle = 0.5

    @Option(help: "Seconds to wait for the photo at most.")
    var timeout = 15.0

    func validate() throws {
        guard (0...60).contains(settle) else { throw ValidationError("--settle must be between 0 and 60 seconds.") }
        guard timeout > 0, timeout.isFinite else {
            throw ValidationError("--timeout must be a positive number of seconds.")
        }
    }

    func run() throws {
        let url = URL(fileURLWithPath: output)
        guard force || !FileManager.default.fileExists(atPath: url.path) else {
            throw CommandError("\(output) exists already. Give another name, or --force to replace it.")
        }
        let data = try capture()
        do {
            try data.write(to: url, options: .atomic)
        } catch {
            throw CommandError("\(output) could not be written: \(error.localizedDescription)")
        }
        print("\(output): \(data.count) bytes")
    }

    private func capture() throws -> Data {
        let run = try OneCameraRun(device: cameraOption.device(), preset: .photo)
        let photoOutput = AVCapturePhotoOutput()
        let frames = AVCaptureVideoDataOutput()
        let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: codec])
        settings.photoQualityPrioritization = .balanced
        let settling = SettleTimer(seconds: settle)
        frames.setSampleBufferDelegate(settling, queue: DispatchQueue(label: "pinhole.photo.settle"))
        try run.add(photoOutput)
        try run.add(frames)
        guard photoOutput.availablePhotoCodecTypes.contains(codec) else {
            throw CommandError("libheif has no encoder for HEVC here. Give the file a name that ends with .jpg.")
        }
        if let wanted = sizeOption.wanted {
            settings.maxPhotoDimensions = try size(wanted, run, photoOutput).dimensions
        }
        try run.start()
        defer { run.stop() }
        guard settling.settled.wait(timeout: .now() + timeout) == .success else {
            throw CommandError(run.failure ?? "The camera delivered no picture in \(timeout) seconds.")
        }
        run.level(photoOutput)
        let waiter = PhotoWaiter()
        photoOutput.capturePhoto(with: settings, delegate: waiter)
        guard waiter.finished.wait(timeout: .now() + timeout) == .success else {
            throw CommandError(run.failure ?? "The camera took no photo in \(timeout) seconds.")
        }
        return try waiter.photo()
    }

    /// What the file's name stands for.
    private var codec: AVVideoCodecType {
        ["heic", "heif"].contains(URL(fileURLWithPath: output).pathExtension.lowercased()) ? .hevc : .jpeg
    }

    /// Sets up the camera for photos of a size; says if there are others only.
    private func size(_ wanted: PhotoSize, _ run: OneCameraRun, _ output: AVCapturePhotoOutput) throws -> PhotoSize {
        let size = try run.choosePhotos(.closest(to: wanted), of: output)
        if size != wanted {
            let notice = "The camera takes no photos of \(wanted); the nearest that it has are \(size).\n"
            FileHandle.standardError.write(Data(notice.utf8))
        }
        return size
    }
}

/// Tells when frames have come for long enough.
private final class SettleTimer: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    let settled = DispatchSemaphore(value: 0)
    private let seconds: Double
    private let first = Mutex<CMTime?>(nil)

    init(seconds: Double) {
        self.seconds = seconds
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
        let start = first.withLock { first in
            first = first ?? time
            return first ?? time
        }
        if CMTimeGetSeconds(CMTimeSubtract(time, start)) >= seconds { settled.signal() }
    }
}

/// Waits for one photo.
private final class PhotoWaiter: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
    let finished = DispatchSemaphore(value: 0)
    private let outcome = Mutex<Result<Data, CommandError>?>(nil)

    func photo() throws -> Data {
        guard let outcome = outcome.withLock({ $0 }) else { throw CommandError("The camera gave no picture.") }
        return try outcome.get()
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingPhoto photo: AVCapturePhoto,
        error: (any Error)?
    ) {
        let data = photo.fileDataRepresentation()
        outcome.withLock { outcome in
            if let data, error == nil {
                outcome = .success(data)
            } else {
                outcome = .failure(CommandError(error?.localizedDescription ?? "The camera gave no picture."))
            }
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        if let error {
            outcome.withLock { $0 = $0 ?? .failure(CommandError(error.localizedDescription)) }
        }
        finished.signal()
    }
}

/// `--scan` and `--size`: how large a photo is to be.
struct PhotoSizeOption: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Take a photo whose text is to be recognised, as the scanner does: as close to 1024x768 as the camera can.",
            discussion: "Where too many titles are not read right, --size 1536x1152 is worth a try."
        )
    )
    var scan = false

    @Option(
        help: ArgumentHelp(
            "Take a photo as close to this size as the camera can; else it is as large as the camera can.",
            valueName: "width x height"
        ),
        transform: PhotoSizeOption.size
    )
    var size: PhotoSize?

    func validate() throws {
        guard !scan || size == nil else { throw ValidationError("--scan is a size already; leave out --size.") }
    }

    /// What is wanted of the photo; `nil` for a photo as large as the camera can.
    var wanted: PhotoSize? { size ?? (scan ? .scanning : nil) }

    /// The size that an argument such as `1024x768` stands for.
    ///
    /// - Throws: `ValidationError` for anything else.
    static func size(_ argument: String) throws -> PhotoSize {
        let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], min(width, height) > 0,
            max(width, height) <= longestSide
        else {
            throw ValidationError("A size is two numbers of pixels up to \(longestSide), such as 1024x768.")
        }
        return PhotoSize(width: width, height: height)
    }

    /// JPEG has no longer sides.
    private static let longestSide = 65_535
}
