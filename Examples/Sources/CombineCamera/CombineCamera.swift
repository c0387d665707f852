import AVFoundation
import Combine
import Foundation

/// A camera service written with Combine: notifications, key-value observing and frames are publishers, a photo is a future.
///
/// It is used on the main queue. The session is configured, started and stopped on a queue of its own, as that takes time.
public final class CombineCamera: NSObject, ObservableObject {
    /// What a view shows.
    public enum State: Equatable {
        case stopped
        case running
        case interrupted(AVCaptureSession.InterruptionReason)
        case failed(AVError.Code)
        case denied
        case noCamera
    }

    @Published public private(set) var state = State.stopped
    @Published public private(set) var zoom: CGFloat = 1

    /// For the preview.
    public let session = AVCaptureSession()
    /// When each frame was taken, on the queue of frames.
    public let frameTimes = PassthroughSubject<CMTime, Never>()

    private let device: AVCaptureDevice?
    private let photoOutput = AVCapturePhotoOutput()
    private let videoOutput = AVCaptureVideoDataOutput()
    private let sessionQueue = DispatchQueue(label: "com.example.camera.session")
    private let frameQueue = DispatchQueue(label: "com.example.camera.frames")
    /// Why the camera does not run though it should.
    private let trouble = CurrentValueSubject<State?, Never>(nil)
    /// Used on the session's queue.
    private var photos: [Int64: PhotoPromise] = [:]
    private var subscriptions = Set<AnyCancellable>()

    public override init() {
        device = AVCaptureDevice.default(for: .video)
        super.init()
        publishState()
        observeNotifications()
        device?.publisher(for: \.videoZoomFactor)
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .assign(to: &$zoom)
    }

    // MARK: - Starting and stopping

    /// Asks for the camera, and starts it if the user agrees; `state` tells what becomes of it.
    public func start() {
        Future<Bool, Never> { promise in
            AVCaptureDevice.requestAccess(for: .video) { promise(.success($0)) }
        }
        .receive(on: sessionQueue)
        .sink { [weak self] isGranted in self?.run(isGranted) }
        .store(in: &subscriptions)
    }

    public func stop() {
        sessionQueue.async { [session] in session.stopRunning() }
    }

    private func run(_ isGranted: Bool) {
        guard isGranted else { return trouble.send(.denied) }
        guard let device else { return trouble.send(.noCamera) }
        do {
            if session.inputs.isEmpty { try configure(device) }
            trouble.send(nil)
            session.startRunning()
        } catch {
            trouble.send(.failed((error as? AVError)?.code ?? .unknown))
        }
    }

    private func configure(_ device: AVCaptureDevice) throws {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .photo
        let input = try AVCaptureDeviceInput(device: device)
        if session.canAddInput(input) { session.addInput(input) }
        videoOutput.setSampleBufferDelegate(self, queue: frameQueue)
        for output in [photoOutput, videoOutput] where session.canAddOutput(output) { session.addOutput(output) }
    }

    // MARK: - What happens to the session

    private func publishState() {
        session.publisher(for: \.isRunning)
            .combineLatest(trouble)
            .map { isRunning, trouble in trouble ?? (isRunning ? .running : .stopped) }
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .sink { [weak self] in self?.state = $0 }
            .store(in: &subscriptions)
    }

    private func observeNotifications() {
        let notifications = NotificationCenter.default
        let interrupted = notifications.publisher(for: AVCaptureSession.wasInterruptedNotification, object: session)
            .compactMap { $0.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int }
            .compactMap(AVCaptureSession.InterruptionReason.init(rawValue:))
            .map { Optional(State.interrupted($0)) }
        let resumed = notifications.publisher(for: AVCaptureSession.interruptionEndedNotification, object: session)
            .map { _ in State?.none }
        interrupted.merge(with: resumed)
            .sink { [weak self] in self?.trouble.send($0) }
            .store(in: &subscriptions)
        notifications.publisher(for: AVCaptureSession.runtimeErrorNotification, object: session)
            .compactMap { ($0.userInfo?[AVCaptureSessionErrorKey] as? AVError)?.code }
            .receive(on: sessionQueue)
            .sink { [weak self] in self?.recover(from: $0) }
            .store(in: &subscriptions)
    }

    /// Media services that were reset have stopped the session, which can start again at once.
    private func recover(from code: AVError.Code) {
        if code == .mediaServicesWereReset {
            session.startRunning()
        } else {
            trouble.send(.failed(code))
        }
    }

    // MARK: - Photos

    /// A photo, as the bytes of its file. It is taken when somebody subscribes.
    public func takePhoto() -> AnyPublisher<Data, any Error> {
        Deferred { [self] in
            Future<Data, any Error> { [self] promise in
                sessionQueue.async { [self] in capture(promise) }
            }
        }
        .receive(on: DispatchQueue.main)
        .eraseToAnyPublisher()
    }

    private func capture(_ promise: @escaping (Result<Data, any Error>) -> Void) {
        let settings = AVCapturePhotoSettings()
        let id = settings.uniqueID
        let delegate = PhotoPromise { [weak self, sessionQueue] result in
            promise(result)
            sessionQueue.async { [weak self] in self?.photos[id] = nil }
        }
        photos[id] = delegate
        photoOutput.capturePhoto(with: settings, delegate: delegate)
    }
}

extension CombineCamera: AVCaptureVideoDataOutputSampleBufferDelegate {
    public func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        frameTimes.send(CMSampleBufferGetPresentationTimeStamp(sampleBuffer))
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
