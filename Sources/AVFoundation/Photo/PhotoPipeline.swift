import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo
import Dispatch
import Foundation
import Synchronization

/// Drives the state machine of photo requests: takes frames on the driver's thread, processes them on one queue, and calls
/// delegates on another.
///
/// What the machine decides goes into an outbox under the same lock, and a serial queue empties the outbox; so callbacks
/// keep the order of the decisions, whichever thread made them, and none runs under the lock.
final class PhotoPipeline: Sendable {
    typealias Machine = PhotoCaptureStateMachine

    /// Seconds that a request waits for its frames, from its first callback on. UNKNOWN: Apple documents none; without a bound
    /// a silent camera would keep requests forever.
    static let patience = 10.0
    /// Seconds after which a frame is too old to stand for the moment of a request.
    static let pastFrameAge = 0.25

    enum Message: Sendable {
        case action(Machine.Action)
        case readiness(
            from: PhotoReadiness,
            to: PhotoReadiness,
            arrived: Int64?
        )
    }

    struct State: @unchecked Sendable {
        // @unchecked: an output guards its state with locks.

        var machine = Machine()
        var jobs: [Int64: PhotoJob] = [:]
        var outbox: ArraySlice<Message> = []
        var announcedReadiness = PhotoReadiness.sessionNotRunning
        /// Whether the newest frame is held.
        var holdsFrames = false
        var heldFrame: CaptureFrame?
        /// The newest depth map: frames may come more often than maps.
        var heldDepth: CVPixelBuffer?
        var latestExposure = CaptureExposure.unknown
        var times = PhotoProcessingTimes()
        /// Makes the movies of Live Photos; `nil` while there are none.
        var recorder: LivePhotoRecorder?
        weak var output: AVCapturePhotoOutput?
        /// The number of the connection that frames come from; those of a former camera are not for requests to the present one.
        var source: UInt64?
        /// What the camera delivers.
        var format: CaptureFormat?
        /// What no time may pass for that a test holds in hand: work that is under way.
        var unsettled: DispatchGroup?
    }

    let state = Mutex(State())
    private let listeners = Mutex<[WeakReference<AVCapturePhotoOutputReadinessCoordinator>]>([])
    private let callbackQueue = DispatchQueue(label: "pinhole.capture.photo.callbacks", qos: .userInitiated)
    private let processor = PhotoProcessor()
    private let processingQueue = DispatchQueue(label: "pinhole.capture.photo.processing", qos: .userInitiated)

    // MARK: What can be asked

    /// Whether a request would be served soon.
    var readiness: PhotoReadiness { state.withLock { $0.machine.readiness } }

    /// How many requests still need the camera or the processor for photos.
    var busyCount: Int { state.withLock { $0.machine.busyCount } }

    /// How the newest frame was exposed.
    var latestExposure: CaptureExposure { state.withLock { $0.latestExposure } }

    /// How long processing takes.
    var processingTimeRange: CMTimeRange { state.withLock { $0.times.range } }

    /// Calls a client on the queue of all callbacks.
    func onCallbackQueue(_ action: @escaping @Sendable () -> Void) {
        callbackQueue.async(execute: action)
    }

    /// Waits until everything that has happened so far is processed and the delegates have heard of it. Not to be called
    /// by a delegate.
    func settle() {
        // One round may cause the next: a photo is processed, its delegate hears of it, the next exposure is prepared.
        for _ in 0..<4 {
            state.withLock { $0.recorder }?.settle()
            processingQueue.sync {}
            callbackQueue.sync {}
        }
    }

    // MARK: Events

    /// Takes note of whose pipeline this is.
    func setOutput(_ output: AVCapturePhotoOutput) {
        state.withLock { $0.output = output }
    }

    /// Tells a coordinator of changes from now on, as long as it lives.
    func addListener(_ coordinator: AVCapturePhotoOutputReadinessCoordinator) {
        listeners.withLock { listeners in
            listeners.removeAll { $0.object == nil }
            listeners.append(WeakReference(coordinator))
        }
    }

    /// A client wants photos.
    func submit(_ job: PhotoJob, as capture: Machine.Capture) {
        advance(arrived: capture.id) { state in
            state.jobs[capture.id] = job
            return state.machine.submit(capture)
        }
    }

    /// Captures may or may not overlap; the newest frame is or is not held.
    func configure(overlaps: Bool, holdsFrames: Bool) {
        let released = state.withLock { state in
            state.holdsFrames = holdsFrames
            let released = state.heldFrame
            if !holdsFrames { state.heldFrame = nil }
            return released
        }
        withExtendedLifetime(released) {}
        advance { $0.machine.setOverlaps(overlaps) }
    }

    /// The session runs.
    func sessionStarted() {
        advance { $0.machine.sessionStarted() }
    }

    /// The session doesn't run any more.
    func sessionEnded(_ failure: PhotoCaptureFailure) {
        let released = state.withLock { state in
            let released = (state.heldFrame, state.heldDepth)
            (state.heldFrame, state.heldDepth) = (nil, nil)
            return released
        }
        // The driver gets its buffer back outside of the lock.
        withExtendedLifetime(released) {}
        advance { $0.machine.sessionEnded(failure) }
    }

    /// Another camera feeds the output from now on, or none, though the session may run on: photos that were to be taken by
    /// the former one are not.
    func sourceChanged(to source: AVCaptureConnection?, in system: CaptureSystem?) {
        let (released, recorder): (CaptureFrame?, LivePhotoRecorder?) = state.withLock { state in
            if let system { state.unsettled = system.unsettled }
            guard state.source != source?.number else { return (nil, nil) }
            state.source = source?.number
            defer { (state.heldFrame, state.heldDepth, state.recorder) = (nil, nil, nil) }
            return (state.heldFrame, state.recorder)
        }
        withExtendedLifetime(released) {}
        // What the former camera saw belongs into no photo of another one's.
        recorder?.stop(nil)
        advance { state in
            let jobs = state.jobs
            return state.machine.failAll(.configurationChanged) { source == nil || jobs[$0]?.connection !== source }
        }
    }

    /// The camera delivers in this format from now on. A frame of a former one shows something else than what a request is told
    /// that it gets.
    func formatChanged(to format: CaptureFormat?) {
        let released: CaptureFrame? = state.withLock { state in
            guard state.format != format else { return nil }
            state.format = format
            defer { (state.heldFrame, state.heldDepth) = (nil, nil) }
            return state.heldFrame
        }
        withExtendedLifetime(released) {}
    }

    /// A frame arrived. On the driver's thread.
    func consume(_ frame: CaptureFrame, from connection: AVCaptureConnection) {
        typealias Taken = ((Machine.FrameUse, PhotoJob)?, CaptureFrame?, LivePhotoRecorder?)
        var frame = frame
        let (taken, released, recorder): Taken = state.withLock { state in
            guard state.source == connection.number else { return (nil, nil, nil) }
            state.completeDepth(of: &frame)
            state.latestExposure = frame.exposure
            let (use, actions) = state.machine.frameArrived(at: frame.presentationTime)
            let released = state.heldFrame
            // A frame is used once: whoever asks next gets the next one.
            state.heldFrame = state.holdsFrames && use == nil ? frame : nil
            if !actions.isEmpty { state.post(actions) }
            let taken: (Machine.FrameUse, PhotoJob)? = use.flatMap { use in state.jobs[use.id].map { (use, $0) } }
            return (taken, released, state.recorder)
        }
        withExtendedLifetime(released) {}
        recorder?.append(frame)
        guard let (use, job) = taken else { return }
        beginMovie(of: job, at: frame.presentationTime)
        process(job.work(for: use, frame: frame), clock: job.clock)
        flush()
    }

    func advance(arrived: Int64? = nil, _ transition: (inout State) -> [Machine.Action]) {
        let taken = state.withLock { state in
            state.post(transition(&state))
            let taken = state.nextHeldFrame()
            state.postReadiness(arrived: arrived)
            return taken
        }
        if let (use, job, frame) = taken {
            beginMovie(of: job, at: frame.presentationTime)
            process(job.work(for: use, frame: frame), clock: job.clock)
        }
        flush()
    }

    // MARK: Processing

    private func process(_ work: PhotoWork, clock: any CaptureClock) {
        let start = clock.now
        processingQueue.async(group: state.withLock { $0.unsettled }) { [self] in
            dispatchPrecondition(condition: .onQueue(processingQueue))
            let outcome = processor.process(work)
            advance { state in
                state.times.add(seconds: CMTimeGetSeconds(CMTimeSubtract(clock.now, start)))
                switch outcome {
                case .photo(let photo):
                    state.jobs[work.use.id]?.photos[work.use.photo] = photo
                    return state.machine.processed(work.use)
                case .frameUnusable(let failure):
                    return state.machine.frameWasUnusable(work.use, failure)
                case .failed(let failure):
                    return state.machine.failed(work.use, failure)
                }
            }
        }
    }

    // MARK: Callbacks

    private func flush() {
        let (isEmpty, unsettled) = state.withLock { ($0.outbox.isEmpty, $0.unsettled) }
        guard !isEmpty else { return }
        callbackQueue.async(group: unsettled) { [self] in
            while let message = state.withLock({ $0.nextMessage() }) {
                perform(message)
            }
        }
    }

    private func perform(_ message: Message) {
        dispatchPrecondition(condition: .onQueue(callbackQueue))
        switch message {
        case .action(let action):
            perform(action)
        case .readiness(let old, let new, let arrived):
            if old != new, let output = state.withLock({ $0.output }) {
                output.readinessChanged(from: old, to: new)
            }
            for listener in listeners.withLock({ $0 }) {
                listener.object?.outputChanged(new, arrived: arrived)
            }
        }
    }

    private func perform(_ action: Machine.Action) {
        switch action {
        case .willBegin(let id):
            call(id) { $0.delegate.object.photoOutput($0.output, willBeginCaptureFor: $0.resolved) }
            limitWait(of: id)
        case .willCapture(let id):
            call(id) { $0.delegate.object.photoOutput($0.output, willCapturePhotoFor: $0.resolved) }
        case .didCapture(let id):
            call(id) { $0.delegate.object.photoOutput($0.output, didCapturePhotoFor: $0.resolved) }
        case .prepare(let id, let photo):
            prepare(id, photo)
        case .restore(let id):
            restore(id)
        case .deliver(let id, let photo):
            let result = state.withLock { $0.jobs[id]?.photos.removeValue(forKey: photo) }
            guard let result else { return }
            call(id) { $0.delegate.object.photoOutput($0.output, didFinishProcessingPhoto: result, error: nil) }
        case .deliverFailure(let id, let photo, let failure):
            call(id) { job in
                job.delegate.object.photoOutput(
                    job.output,
                    didFinishProcessingPhoto: job.failedPhoto(photo),
                    error: failure.error
                )
            }
        case .didRecordMovie(let id):
            didRecordMovie(id)
        case .deliverMovie(let id, let failure):
            deliverMovie(id, failure)
        case .didFinish(let id, let failure):
            finish(id, failure)
        }
    }

    func call(_ id: Int64, _ method: (PhotoJob) -> Void) {
        if let job = state.withLock({ $0.jobs[id] }) { method(job) }
    }

    private func finish(_ id: Int64, _ failure: PhotoCaptureFailure?) {
        guard let job = state.withLock({ $0.jobs.removeValue(forKey: id) }) else { return }
        job.timeout?.cancel()
        job.delegate.object.photoOutput(job.output, didFinishCaptureFor: job.resolved, error: failure?.error)
    }

    /// Makes sure that the request ends, even when no frame comes.
    private func limitWait(of id: Int64) {
        guard let clock = state.withLock({ $0.jobs[id]?.clock }) else { return }
        let deadline = CMTimeAdd(clock.now, CMTime(seconds: Self.patience, preferredTimescale: 1_000_000))
        let timeout = clock.schedule(at: deadline) { [weak self] in
            self?.advance { $0.machine.expired(id) }
        }
        state.withLock { $0.jobs[id]?.timeout = timeout }
    }

    private func prepare(_ id: Int64, _ photo: Int) {
        guard let job = state.withLock({ $0.jobs[id] }) else { return }
        var camera = job.camera
        do {
            let time = try camera.set(job.setup(for: photo))
            remember(camera, of: id)
            advance { $0.machine.isPrepared(id, from: time) }
        } catch {
            remember(camera, of: id)
            advance { $0.machine.preparationFailed(id, .cameraRefused(error)) }
        }
    }

    private func restore(_ id: Int64) {
        guard var camera = state.withLock({ $0.jobs[id]?.camera }) else { return }
        // A camera that refuses to go back has gone away or will be set anew by the client: the photo is not to blame.
        try? camera.restore()
        remember(camera, of: id)
    }

    private func remember(_ camera: PhotoCamera, of id: Int64) {
        state.withLock { $0.jobs[id]?.camera = camera }
    }
}

extension PhotoPipeline.State {
    /// Puts what the machine decided into the outbox.
    fileprivate mutating func post(_ actions: [PhotoPipeline.Machine.Action]) {
        for action in actions { outbox.append(.action(action)) }
        postReadiness(arrived: nil)
    }

    /// Tells of a change of readiness, or of a request's arrival.
    fileprivate mutating func postReadiness(arrived: Int64?) {
        let readiness = machine.readiness
        guard readiness != announcedReadiness || arrived != nil else { return }
        outbox.append(.readiness(from: announcedReadiness, to: readiness, arrived: arrived))
        announcedReadiness = readiness
    }

    fileprivate mutating func nextMessage() -> PhotoPipeline.Message? {
        let message = outbox.popFirst()
        // A slice that has been emptied from the front still owns all it ever held.
        if outbox.isEmpty { outbox = [] }
        return message
    }

    /// Keeps a frame's depth map for those that follow without one, or gives the frame the last one.
    fileprivate mutating func completeDepth(of frame: inout CaptureFrame) {
        switch frame.depth {
        case .map(let map): heldDepth = map
        case .none, .outOfBuffers: if let heldDepth { frame.depth = .map(heldDepth) }
        }
    }

    /// Gives the held frame to a request that accepts it.
    fileprivate mutating func nextHeldFrame() -> (PhotoPipeline.Machine.FrameUse, PhotoJob, CaptureFrame)? {
        guard let frame = heldFrame, let clock = jobs.first?.value.clock else { return nil }
        let age = CMTimeGetSeconds(CMTimeSubtract(clock.now, frame.presentationTime))
        guard age <= PhotoPipeline.pastFrameAge else { return nil }
        // The client may have chosen another format in a configuration that is still open: the streams do not follow it yet.
        let size = CaptureDimensions(CMVideoFormatDescriptionGetDimensions(frame.formatDescription))
        guard jobs.values.allSatisfy({ $0.frameDimensions == size }) else { return nil }
        let (use, actions) = machine.pastFrameIsAtHand()
        guard let use, let job = jobs[use.id] else { return nil }
        heldFrame = nil
        post(actions)
        return (use, job, frame)
    }
}

extension PhotoPipeline {
    /// Whether the last seconds are kept for Live Photos.
    var hasRecorder: Bool { state.withLock { $0.recorder != nil } }

    /// Keeps the last seconds for Live Photos from now on, or, with `nil`, no longer: movies that are under way end with what they
    /// have, or, with a failure, fail.
    func setRecorder(_ recorder: LivePhotoRecorder?, because failure: PhotoCaptureFailure? = nil) {
        let former = state.withLock { state in
            defer { state.recorder = recorder }
            return state.recorder
        }
        former?.stop(failure)
    }

    /// Sound arrived. On the driver's thread.
    func consume(_ packet: CaptureAudioPacket) {
        state.withLock { $0.recorder }?.append(packet)
    }

    /// No more sound comes.
    func audioEnded() {
        state.withLock { $0.recorder }?.endAudio()
    }

    /// Photos that have not been taken yet never will be.
    func cancelWaiting(_ failure: PhotoCaptureFailure) {
        advance { $0.machine.failAll(failure) }
    }

    // MARK: Movies

    /// Has a movie made of a Live Photo that is being taken.
    func beginMovie(of job: PhotoJob, at time: CMTime) {
        guard let plan = job.moviePlan(stillTime: time) else { return }
        guard let recorder = state.withLock({ $0.recorder }) else {
            // Live Photos were suspended after the photo was asked for: there is nothing that a movie could show.
            return advance { $0.machine.movieFinished(plan.id, .noFrame) }
        }
        recorder.begin(plan)
    }

    /// Something became of a movie. On a queue of a recorder's.
    func movieEvent(_ id: Int64, _ event: LivePhotoRecorder.Event) {
        switch event {
        case .recorded:
            advance { $0.machine.movieRecorded(id) }
        case .finished(.failure(let failure)):
            advance { $0.machine.movieFinished(id, failure) }
        case .finished(.success(let movie)):
            var isWanted = true
            advance { state in
                isWanted = state.machine.awaitsMovie(id)
                state.jobs[id]?.movie = movie
                return state.machine.movieFinished(id, nil)
            }
            // A photo that failed has no movie, though that may just have been written.
            if !isWanted { try? FileManager.default.removeItem(at: movie.url) }
        }
    }

    // MARK: Callbacks

    func didRecordMovie(_ id: Int64) {
        call(id) { job in
            guard let url = job.request.livePhoto?.url else { return }
            job.delegate.object.photoOutput(
                job.output,
                didFinishRecordingLivePhotoMovieForEventualFileAt: url,
                resolvedSettings: job.resolved
            )
        }
    }

    func deliverMovie(_ id: Int64, _ failure: PhotoCaptureFailure?) {
        if failure != nil { state.withLock { $0.recorder }?.cancel(id) }
        call(id) { job in
            guard let url = job.request.livePhoto?.url else { return }
            job.delegate.object.photoOutput(
                job.output,
                didFinishProcessingLivePhotoToMovieFileAt: url,
                duration: job.movie?.duration ?? .invalid,
                photoDisplayTime: job.movie?.photoDisplayTime ?? .invalid,
                resolvedSettings: job.resolved,
                error: failure?.error
            )
        }
    }
}
