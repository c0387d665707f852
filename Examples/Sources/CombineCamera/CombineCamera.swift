import AVFoundation
import Combine
import Foundation

/// A camera written with Combine: notifications, key-value observing and frames are publishers, a photo is a future.
public final class CombineCamera: NSObject, ObservableObject {
    /// What a view shows.
    public enum State: Equatable {
        case off
        case running
        case interrupted(AVCaptureSession.InterruptionReason)
        case failed(AVError.Code)
    }

    @Published public private(set) var state = State.off
    @Published public private(set) var zoom: CGFloat = 1

    public let session = AVCaptureSession()
    /// The width of each frame that was captured.
    public let frameWidths = PassthroughSubject<Int, Never>()

    private let photoOutput = AVCapturePhotoOutput()
    private let videoOutput = AVCaptureVideoDataOutput()
    private let frameQueue = DispatchQueue(label: "frames")
    private var photos: [Int64: PhotoPromise] = [:]
    private var subscriptions = Set<AnyCancellable>()

    /// Asks for the camera, and starts it if the user agrees.
    public func start() -> AnyPublisher<Bool, Never> {
        Future<Bool, Never> { promise in
            AVCaptureDevice.requestAccess(for: .video) { promise(.success($0)) }
        }
        .receive(on: DispatchQueue.main)
        .handleEvents(receiveOutput: { [weak self] granted in if granted { self?.run() } })
        .eraseToAnyPublisher()
    }

    public func stop() {
        session.stopRunning()
    }

    /// A photo, as the bytes of its file.
    public func takePhoto() -> AnyPublisher<Data, any Error> {
        let settings = AVCapturePhotoSettings()
        return Deferred { [self] in
            Future<Data, any Error> { [self] promise in
                let delegate = PhotoPromise { [weak self] result in
                    promise(result)
                    self?.photos[settings.uniqueID] = nil
                }
                photos[settings.uniqueID] = delegate
                photoOutput.capturePhoto(with: settings, delegate: delegate)
            }
        }
        .receive(on: DispatchQueue.main)
        .eraseToAnyPublisher()
    }

    private func run() {
        guard session.inputs.isEmpty, let device = AVCaptureDevice.default(for: .video) else { return }
        do {
            try configure(device)
        } catch {
            state = .failed((error as? AVError)?.code ?? .unknown)
            return
        }
        observe(device)
        session.startRunning()
    }

    private func configure(_ device: AVCaptureDevice) throws {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .photo
        session.addInput(try AVCaptureDeviceInput(device: device))
        videoOutput.setSampleBufferDelegate(self, queue: frameQueue)
        for output in [photoOutput, videoOutput] where session.canAddOutput(output) { session.addOutput(output) }
    }

    private func observe(_ device: AVCaptureDevice) {
        let notifications = NotificationCenter.default
        let running = session.publisher(for: \.isRunning, options: [.new])
            .map { $0 ? State.running : .off }
        let interrupted = notifications.publisher(for: AVCaptureSession.wasInterruptedNotification, object: session)
            .compactMap { $0.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int }
            .compactMap(AVCaptureSession.InterruptionReason.init(rawValue:))
            .map(State.interrupted)
        let resumed = notifications.publisher(for: AVCaptureSession.interruptionEndedNotification, object: session)
            .map { _ in State.running }
        let failed = notifications.publisher(for: AVCaptureSession.runtimeErrorNotification, object: session)
            .compactMap { ($0.userInfo?[AVCaptureSessionErrorKey] as? AVError)?.code }
            .map(State.failed)
        running.merge(with: interrupted, resumed, failed)
            .receive(on: DispatchQueue.main)
            .removeDuplicates()
            .sink { [weak self] in self?.state = $0 }
            .store(in: &subscriptions)
        device.publisher(for: \.videoZoomFactor)
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .assign(to: &$zoom)
    }
}

extension CombineCamera: AVCaptureVideoDataOutputSampleBufferDelegate {
    public func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        guard let image = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        frameWidths.send(CVPixelBufferGetWidth(image))
    }
}

/// Keeps a promise when the photo is there.
private final class PhotoPromise: NSObject, AVCapturePhotoCaptureDelegate {
    private let keep: (Result<Data, any Error>) -> Void

    init(keep: @escaping (Result<Data, any Error>) -> Void) {
        self.keep = keep
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingPhoto photo: AVCapturePhoto,
        error: (any Error)?
    ) {
        let file = photo.fileDataRepresentation()
        keep(error.map { .failure($0) } ?? file.map { .success($0) } ?? .failure(AVError(.unknown)))
    }
}
