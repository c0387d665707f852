@preconcurrency import AVFoundation
import CameraLifecycle
import Synchronization

/// Takes photos, whichever session is there (R-PHOTO-1..4).
///
/// `PhotoQueue` decides, on a serial queue, so that what happens is dealt with in order; a `PhotoTaker` for each camera asks the
/// present session's output for it. What is photographed is what is shown large, unless a request names its camera.
// @unchecked: everything that changes is used on `queue` only.
final class PhotoService: @unchecked Sendable {
    typealias Reply = Result<CapturedPhoto, PhotoFailure>

    private let queue = DispatchQueue(label: "camera.photos", qos: .userInitiated)
    private let clock: EngineClock
    private let reportReadiness: @Sendable (ShutterReadiness) -> Void
    private let presses = Mutex<UInt64>(0)

    private var policy = PhotoQueue<CapturedPhoto>()
    private var requests: [ShutterPress: PhotoRequest] = [:]
    private var replies: [ShutterPress: @Sendable (Reply) -> Void] = [:]
    private var appointments: [ShutterPress: EngineAppointment] = [:]
    /// One for each camera that the session may have, by its index.
    private var takers: [PhotoTaker] = []
    /// The camera whose picture is shown large.
    private var largeCamera = 0
    /// Tells the present takers from former ones.
    private var generation = 0
    /// What each taker's output says.
    private var outputReadiness: [ShutterReadiness] = []
    private var reportedReadiness = ShutterReadiness.unavailable

    /// - Parameters:
    ///   - clock: the engine's.
    ///   - reportReadiness: called when the shutter's readiness changes, on a queue of the service's.
    init(clock: EngineClock, reportReadiness: @escaping @Sendable (ShutterReadiness) -> Void) {
        self.clock = clock
        self.reportReadiness = reportReadiness
    }

    // MARK: - For the user

    /// Takes a photo of what is live.
    ///
    /// - Throws: why there is none. The answer, whichever, comes within the bounds of `PhotoQueue.Limits`.
    func takePhoto(_ request: PhotoRequest) async throws(PhotoFailure) -> CapturedPhoto {
        guard !Task.isCancelled else { throw .cancelled }
        return try await reply(to: nextPress(), request).get()
    }

    /// Deals with a press, and abandons it when the task is cancelled, whenever that happens.
    func reply(to press: ShutterPress, _ request: PhotoRequest) async -> Reply {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                begin(press, request) { continuation.resume(returning: $0) }
                // The handler of a task that was cancelled before has run already: before there was a press to abandon.
                if Task.isCancelled { abandon(press) }
            }
        } onCancel: {
            abandon(press)
        }
    }

    /// A press that has not been dealt with.
    func nextPress() -> ShutterPress {
        presses.withLock { count in
            count += 1
            return ShutterPress(number: count)
        }
    }

    /// Deals with a press; returns at once.
    ///
    /// - Parameter reply: called once, on a queue of the service's.
    func begin(_ press: ShutterPress, _ request: PhotoRequest, reply: @escaping @Sendable (Reply) -> Void) {
        queue.async { [self] in
            replies[press] = reply
            requests[press] = request
            handle(.pressed(press))
        }
    }

    /// Nobody waits for the photo any more.
    func abandon(_ press: ShutterPress) { enter(.abandoned(press)) }

    // MARK: - For the engine

    /// Photos are taken by this session's outputs from now on, one for each camera that it may have.
    func adopt(_ takers: [PhotoTaker]) {
        queue.async { [self] in
            self.takers = takers
            generation += 1
            outputReadiness = takers.map { _ in .unavailable }
            present()
            for (camera, taker) in takers.enumerated() {
                taker.onReadiness { [weak self, generation] readiness in
                    guard let self else { return }
                    queue.async {
                        // What a former session's output says is of no interest any more.
                        guard self.generation == generation else { return }
                        self.outputReadiness[camera] = readiness
                        self.present()
                    }
                }
            }
        }
    }

    /// Another camera's picture is shown large.
    func setLargeCamera(_ camera: Int) {
        queue.async { [self] in
            largeCamera = camera
            present()
        }
    }

    /// No photo will be taken any more of what was asked for so far.
    func sessionEnded(_ failure: PhotoFailure) { enter(.sessionEnded(failure)) }

    /// Returns when everything that happened so far has been dealt with.
    func settle() async {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume() }
        }
    }

    // MARK: - Decisions, and what follows from them

    private func enter(_ event: PhotoQueue<CapturedPhoto>.Event) {
        queue.async { [self] in handle(event) }
    }

    private func handle(_ event: PhotoQueue<CapturedPhoto>.Event) {
        dispatchPrecondition(condition: .onQueue(queue))
        for effect in policy.handle(event, now: clock.now()) { perform(effect) }
        present()
    }

    private func perform(_ effect: PhotoQueue<CapturedPhoto>.Effect) {
        switch effect {
        case .capture(let press): capture(press)
        case .answer(let press, let reply):
            requests[press] = nil
            replies.removeValue(forKey: press)?(reply)
        case .setTimer(let press, let time):
            appointments[press]?.cancel()
            appointments[press] = clock.schedule(time) { [weak self] in self?.enter(.timeIsUp(press)) }
        case .cancelTimer(let press): appointments.removeValue(forKey: press)?.cancel()
        }
    }

    private func capture(_ press: ShutterPress) {
        guard let request = requests[press], takers.indices.contains(request.camera ?? largeCamera) else {
            return enter(.refused(press, .notLive))
        }
        takers[request.camera ?? largeCamera].capture(request) { [weak self] in
            guard let self else { return false }
            return queue.sync { self.policy.wants(press) }
        } report: { [weak self] news in
            switch news {
            case .refused(let failure): self?.enter(.refused(press, failure))
            case .photo(let photo): self?.enter(.photo(press, photo))
            case .finished(let failure): self?.enter(.finished(press, failure))
            }
        }
    }

    private func present() {
        let readiness = outputReadiness.indices.contains(largeCamera) ? outputReadiness[largeCamera] : .unavailable
        let new = policy.readiness(readiness)
        guard new != reportedReadiness else { return }
        reportedReadiness = new
        reportReadiness(new)
    }
}

/// Whether a press of the shutter would be served soon (R-PHOTO-2). Presses count in any of these but ``unavailable``.
public enum ShutterReadiness: String, Sendable, Hashable, Codable, CaseIterable {
    /// The session does not run: there is nothing to take a photo of.
    case unavailable
    /// A photo would be taken at once.
    case ready
    /// Not ready, but only for a moment: not worth showing.
    case notReadyMomentarily
    /// Photos are being taken; show that it takes a while.
    case notReadyWaitingForCapture
    /// Photos are being processed; show that it takes a while.
    case notReadyWaitingForProcessing
}

/// Why a press of the shutter gave no photo. What to do about it stands in ``userMessage``.
public enum PhotoFailure: Error, Sendable, Hashable {
    /// There is no live picture that a photo could be taken of.
    case notLive
    /// The camera was stopped before the photo was taken.
    case stopped
    /// The system took the camera away before the photo was taken; the camera comes back by itself.
    case interrupted
    /// The camera was unplugged.
    case cameraLost
    /// Another camera took the place of the one that was to take the photo.
    case cameraChanged
    /// The camera failed; the native error's number.
    case cameraFailed(code: Int)
    /// The camera gave no picture in time.
    case timedOut
    /// So many presses are unanswered that one more makes no sense.
    case tooManyPresses
    /// The picture could not be read, or not be made a photo of; the native error's number and what it says.
    case spoilt(code: Int, reason: String)
    /// Whoever pressed does not want the photo any more.
    case cancelled
}

extension PhotoFailure {
    /// Why no photo is taken any more after something has happened to the session; `nil` if photos are taken as before.
    init?(endingSession event: CameraEvent) {
        switch event {
        case .interrupted, .pressure(isTooHigh: true, index: 0): self = .interrupted
        case .cameraLost(index: 0), .failed(.cameraDisconnected, _): self = .cameraLost
        case .failed(.resourcesExhausted, _), .failed(.overBudget, _): self = .cameraFailed(code: -11872)
        case .failed(.mediaServicesReset, _): self = .cameraFailed(code: -11819)
        case .failed(.cameraInUse, _): self = .interrupted
        case .failed(.other, _), .cameraFailed: self = .cameraFailed(code: 0)
        case .prewarm, .start, .stop, .restart, .selectCamera, .cameraCount, .enteredBackground, .enteredForeground,
            .permission, .cameras, .cameraLost, .cameraRefused, .pressure, .hardwareFreed, .interruptionEnded,
            .configured, .configurationFailed, .started, .tornDown, .firstFrame, .frames, .sessionState, .record,
            .pauseRecording, .resumeRecording, .stopRecording, .recordingStarted, .recordingFinished, .timer:
            return nil
        }
    }
}
