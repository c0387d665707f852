import AVFoundation
import PhotoCapture
import os

/// Takes photos into a folder. A camera that is missing, busy or pulled out costs photos until it is back, nothing else.
actor PhotoBooth {
    /// What became of a photo.
    enum Outcome: Equatable {
        case saved(URL)
        case missed(String)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let queue = DispatchSerialQueue(label: "com.example.kiosk.session")
    private let folder: URL
    private let session = AVCaptureSession()
    private let output = AVCapturePhotoOutput()
    private let logger = Logger(subsystem: "com.example.kiosk", category: "Booth")

    init(folder: URL) {
        self.folder = folder
    }

    /// Takes a photo now.
    func takePhoto() async -> Outcome {
        do {
            try openCamera()
            let photo = try await output.photo()
            let file = try save(photo)
            logger.notice("Saved \(file.lastPathComponent, privacy: .public), \(photo.count) bytes")
            return .saved(file)
        } catch {
            logger.error("No photo: \(error.localizedDescription, privacy: .public)")
            closeCamera()
            return .missed(error.localizedDescription)
        }
    }

    /// Lets go of the camera.
    func close() {
        closeCamera()
        logger.notice("Closed")
    }

    /// Starts the first camera there is, unless one runs.
    private func openCamera() throws {
        guard !session.isRunning else { return }
        closeCamera()
        let discovery = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.external, .builtInWideAngleCamera],
            mediaType: .video,
            position: .unspecified
        )
        guard let camera = discovery.devices.first else { throw BoothError.noCamera }
        try configure(camera)
        session.startRunning()
        guard session.isRunning else { throw BoothError.didNotStart(camera.localizedName) }
        logger.notice("Using \(camera.localizedName, privacy: .public)")
    }

    private func configure(_ camera: AVCaptureDevice) throws {
        let input = try AVCaptureDeviceInput(device: camera)
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .photo
        guard session.canAddInput(input), session.canAddOutput(output) else {
            throw BoothError.unusable(camera.localizedName)
        }
        session.addInput(input)
        session.addOutput(output)
    }

    private func closeCamera() {
        session.beginConfiguration()
        session.inputs.forEach(session.removeInput)
        session.outputs.forEach(session.removeOutput)
        session.commitConfiguration()
        session.stopRunning()
    }

    private func save(_ photo: Data) throws -> URL {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let time = Date.now.formatted(.iso8601.time(includingFractionalSeconds: true).year().month().day())
        let name = time.replacingOccurrences(of: ":", with: "-") + ".jpg"
        let file = folder.appendingPathComponent(name)
        try photo.write(to: file, options: .withoutOverwriting)
        return file
    }
}

/// Why there is no photo.
enum BoothError: LocalizedError {
    case noCamera
    case unusable(String)
    case didNotStart(String)

    var errorDescription: String? {
        switch self {
        case .noCamera: "there is no camera"
        case .unusable(let name): "\(name) cannot take photos"
        case .didNotStart(let name): "\(name) did not start"
        }
    }
}
