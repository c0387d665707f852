@preconcurrency import AVFoundation
import CameraLifecycle
import Synchronization

/// Records one session's movies: of one camera with the session's own movie output, of several cameras with a `CompositeMovieRecorder`, which
/// gets the frames of all and the sound.
// @unchecked: everything but the roles, which lie in the mutex, is used on the session's queue only, or thread-safe.
final class SessionMovieRecorder: @unchecked Sendable {
    typealias News = MovieRecorder.News

    /// The output for one camera.
    let single: MovieRecorder
    /// The recorder for several.
    let composite = CompositeMovieRecorder()
    /// Hands the sound of several cameras' movies over.
    let audioTap: AudioTap
    private let session: AVCaptureSession
    private let sessionQueue: DispatchQueue
    private let mirrorsFrontCamera: Bool
    /// Each camera's index in what is recorded of several: the one that it had when that began.
    private let roles = Mutex<[String: Int]>([:])

    /// - Parameters:
    ///   - session: the session whose cameras are recorded.
    ///   - sessionQueue: the queue that alone touches the session.
    ///   - mirrorsFrontCamera: whether a front camera's pictures are mirrored in movies of several; in those of one camera they are
    ///     if the output's connection says so.
    init(session: AVCaptureSession, sessionQueue: DispatchQueue, mirrorsFrontCamera: Bool) {
        self.session = session
        self.sessionQueue = sessionQueue
        self.mirrorsFrontCamera = mirrorsFrontCamera
        single = MovieRecorder(session: session, sessionQueue: sessionQueue)
        audioTap = AudioTap { [composite] in composite.appendAudio($0) }
    }

    /// Whether a file is open.
    var isActive: Bool { single.isActive || composite.isActive }

    /// Whether it is one of several cameras.
    var recordsSeveral: Bool { composite.isActive }

    // MARK: Recordings

    /// Begins a movie of one camera, with the session's movie output.
    ///
    /// - Parameter report: called with what becomes of it, on any queue; the last time with `.ended`.
    func start(
        _ ticket: RecordingTicket,
        _ request: RecordingRequest,
        to url: URL,
        report: @escaping @Sendable (News) -> Void
    ) {
        single.start(ticket, request, to: url, report: report)
    }

    /// Begins a movie of all cameras. On the session's queue.
    ///
    /// - Parameters:
    ///   - cameras: what the session has.
    ///   - arrangement: where the pictures are at first.
    ///   - report: called with what becomes of it, on any queue; the last time with `.ended`.
    func startComposite(
        _ ticket: RecordingTicket,
        _ request: RecordingRequest,
        to url: URL,
        _ cameras: SessionCameras,
        _ arrangement: CameraArrangement,
        report: @escaping @Sendable (News) -> Void
    ) {
        dispatchPrecondition(condition: .onQueue(sessionQueue))
        if let end = refusal { return report(.ended(ticket, end, MovieFileInfo(url: url))) }
        var plan = CompositeRecordingPlan(
            ticket: ticket,
            request: request,
            url: url,
            cameraCount: (cameras.list.last?.index ?? 0) + 1
        )
        if request.separateFiles {
            plan.separateURLs = CompositeRecordingPlan.separateURLs(url, cameraCount: plan.cameraCount)
        }
        plan.arrangement = arrangement
        if mirrorsFrontCamera {
            plan.mirrored = Set(cameras.list.filter { $0.device.position == .front }.map(\.index))
        }
        let leading = cameras[arrangement.leading]
        plan.frameRate = leading?.shape.framesPerSecond ?? MultiCamFormat.usualRate
        plan.recordsAudio = request.recordsAudio && session.microphoneInput != nil
        plan.follow(session)
        roles.withLock { roles in
            roles = Dictionary(uniqueKeysWithValues: cameras.list.map { ($0.device.uniqueID, $0.index) })
        }
        composite.start(plan, report: report)
        for camera in 0..<plan.cameraCount where cameras[camera] == nil { composite.cameraLeft(camera) }
    }

    /// Why nothing can be recorded.
    private var refusal: RecordingEnd? {
        if session.isInterrupted { return .interrupted(nil) }
        if !session.isRunning { return .notLive }
        return isActive ? .alreadyRecording : nil
    }

    func pause(_ ticket: RecordingTicket) {
        single.pause(ticket)
        sessionQueue.async { [self] in composite.pause(ticket) }
    }

    func resume(_ ticket: RecordingTicket) {
        single.resume(ticket)
        sessionQueue.async { [self] in composite.resume(ticket) }
    }

    /// Ends the movie; `.ended` follows, if it has not come by itself.
    func stop(_ ticket: RecordingTicket) {
        single.stop(ticket)
        sessionQueue.async { [self] in composite.stop(ticket) }
    }

    /// Reads how far it is.
    ///
    /// - Parameter report: called on the session's queue.
    func read(_ report: @escaping @Sendable (MovieProgress) -> Void) {
        sessionQueue.async { [self] in
            guard composite.isActive else { return single.read(report) }
            report(composite.progress)
        }
    }

    // MARK: What the cameras do

    /// Where a camera's picture belongs in what is recorded of several: its index.
    func role(of device: AVCaptureDevice) -> Int? { roles.withLock { $0[device.uniqueID] } }

    /// A camera has gone, or is taken out: the others go on.
    func leave(_ device: AVCaptureDevice) {
        if let role = role(of: device) { composite.cameraLeft(role) }
    }

    /// The session has these cameras now: those of the recording that are not there have gone.
    func follow(_ cameras: SessionCameras) {
        let present = cameras.list.map(\.device.uniqueID)
        let gone = roles.withLock { roles in roles.filter { !present.contains($0.key) }.values }
        gone.forEach(composite.cameraLeft)
    }
}

/// Hands over the sound that an output delivers.
// @unchecked: the output is used on the session's queue only.
final class AudioTap: NSObject, AVCaptureAudioDataOutputSampleBufferDelegate, @unchecked Sendable {
    /// The output, which belongs into a session with several cameras.
    let output = AVCaptureAudioDataOutput()
    /// Where the sound comes.
    let queue = DispatchQueue(label: "camera.sound", qos: .userInteractive)
    private let receive: @Sendable (CMSampleBuffer) -> Void

    /// - Parameter receive: called with the audio, on the tap's queue.
    init(_ receive: @escaping @Sendable (CMSampleBuffer) -> Void) {
        self.receive = receive
        super.init()
        output.setSampleBufferDelegate(self, queue: queue)
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        receive(sampleBuffer)
    }
}
