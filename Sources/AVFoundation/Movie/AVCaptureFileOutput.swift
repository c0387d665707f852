import CaptureCore
import CaptureDriver
import CoreMedia
import Dispatch
import Foundation
import FoundationExtras
import Synchronization

/// Writes what is captured to files; the base of the outputs for movies and for sound, exactly as Apple's class of the same
/// name.
///
/// All methods may be called from any thread and return at once; what becomes of a recording is told to its delegate.
/// Pictures and sound are encoded on queues of the output's own. Where that is too slow, pictures are left out and counted;
/// nothing else of the session waits.
open class AVCaptureFileOutput: AVCaptureOutput {
    // Safe on any thread: everything that changes lies in mutexes.

    struct FileState {
        /// The recording that takes what is captured.
        var current: FileRecording?
        /// Recordings that still take the sound of their last pictures.
        var listening: [FileRecording] = []
        /// The metrics of the current recording, or of the one before.
        var metrics = RecordingMetrics()
        var limits = RecordingLimits()
        /// What the session was made of when it was committed last.
        var topology = SessionTopology()
    }

    let fileState = Mutex(FileState())
    /// Delegates are called here, for all recordings of this output.
    let callbackQueue = DispatchQueue(label: "pinhole.capture.file.callbacks", qos: .userInitiated)

    override init() {
        super.init()
    }

    /// The key paths that can be observed.
    package override class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVCaptureFileOutput>(_: Root.Type) -> [AnyKeyPath] {
            [\Root.isRecording, \Root.isRecordingPaused, \Root.outputFileURL]
        }
        let inherited = super.observableKeyPaths(rootedAt: root)
        guard let root = root as? any (AVCaptureFileOutput & KeyValueObservable).Type else { return inherited }
        return inherited + list(root)
    }

    // MARK: What is being recorded

    /// The file that is being recorded to; `nil` while nothing is. Key-value observable.
    open var outputFileURL: URL? { fileState.withLock { $0.current?.url } }

    /// Whether a recording has been started that neither was stopped nor ended by itself. Key-value observable.
    ///
    /// UNKNOWN: Apple doesn't say whether this is true before the first sample is written and while the file is finished.
    /// Here it turns true with the request and false when no more pictures are taken.
    open var isRecording: Bool { fileState.withLock { $0.current != nil } }

    /// Whether the recording is paused. Key-value observable.
    open var isRecordingPaused: Bool { fileState.withLock { $0.current }?.plan.metrics.values.isPaused ?? false }

    /// How long the recording is, pauses left out; of the last one when none is under way, zero before the first.
    open var recordedDuration: CMTime { metrics.duration }

    /// How large the file is, in bytes, as far as it has been written; of the last recording when none is under way.
    open var recordedFileSize: Int64 { metrics.fileSize }

    /// How many pictures the recording lacks, and why.
    package var recordingLosses: RecordingLosses { metrics.losses }

    private var metrics: RecordingMetrics.Values { fileState.withLock { $0.metrics }.values }

    // MARK: Limits

    /// How long a recording may become; invalid, which it is at first, means that there is no limit (S-179). Counts for
    /// recordings that are started afterwards, as all limits do.
    open var maxRecordedDuration: CMTime {
        get { fileState.withLock { $0.limits.duration } }
        set { fileState.withLock { $0.limits.duration = newValue } }
    }

    /// How large a file may become, in bytes; 0, which it is at first, means that there is no limit (S-179).
    open var maxRecordedFileSize: Int64 {
        get { fileState.withLock { $0.limits.fileSize } }
        set { fileState.withLock { $0.limits.fileSize = newValue } }
    }

    /// How much room must be left on the disk, in bytes; 0 at first (S-179). A disk that is full ends a recording in any case.
    open var minFreeDiskSpaceLimit: Int64 {
        get { fileState.withLock { $0.limits.freeSpace } }
        set { fileState.withLock { $0.limits.freeSpace = newValue } }
    }

    // MARK: Recording

    /// Starts a recording.
    ///
    /// Nothing is overwritten: where there is a file already, the recording fails (S-176). A URL that is none of a file, and an
    /// output without a connection that is active and enabled, stop the program. A session that doesn't run and a recording
    /// that is under way are told to the delegate as errors (S-183).
    ///
    /// - Parameters:
    ///   - outputFileURL: where; the folder must exist.
    ///   - delegate: is told how the recording goes on; kept alive until it has heard of the end.
    open func startRecording(
        to outputFileURL: URL,
        recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
    ) {
        begin(outputFileURL, delegate: delegate, selector: "startRecordingToOutputFileURL:recordingDelegate:")
    }

    /// Ends the recording; the delegate hears of it when the file can be used. Does nothing when nothing is recorded.
    ///
    /// Takes no picture more, but for up to a quarter of a second the sound of those that were taken: microphones deliver what
    /// they have heard only after cameras have delivered what they saw at that time.
    open func stopRecording() {
        endCurrent(.requested)
    }

    /// Leaves out what is captured from now on, until `resumeRecording()`. The file stays open. Does nothing when nothing is
    /// recorded or the recording is paused already.
    open func pauseRecording() {
        setPaused(true)
    }

    /// Goes on after `pauseRecording()`. The time in between is missing in the file, of pictures and sound alike.
    open func resumeRecording() {
        setPaused(false)
    }

    // MARK: What subclasses do

    /// Makes what writes the file.
    func makeRecording(_ plan: RecordingPlan) -> FileRecording {
        preconditionFailure("the base class records nothing, and nobody can make one")
    }

    // MARK: What the session tells

    override func consume(_ frame: CaptureFrame, from connection: AVCaptureConnection) {
        fileState.withLock { $0.current }?.post(.frame(frame))
    }

    override func consume(_ packet: CaptureAudioPacket, from connection: AVCaptureConnection) {
        let (current, listening) = fileState.withLock { ($0.current, $0.listening) }
        current?.post(.audio(packet))
        listening.forEach { $0.post(.audio(packet)) }
    }

    override func connectionDidEnd(_ connection: AVCaptureConnection, _ failure: SessionRuntimeError) {
        let (current, listening) = fileState.withLock { ($0.current, $0.listening) }
        if connection.mediaType == .audio { listening.forEach { $0.post(.audioEnded) } }
        guard let current else { return }
        if connection.mediaType == .audio, current.plan.hasVideo {
            // R-REC-6: the picture goes on.
            current.post(.audioEnded)
        } else {
            endCurrent(failure.recordingEnd)
        }
    }

    override func consumeDrop(_ drop: CaptureDrop, from connection: AVCaptureConnection) {
        fileState.withLock { $0.current }?.post(.cameraDrop(count: drop.count))
    }

    override func sessionDidFail(_ failure: SessionRuntimeError) {
        endCurrent(failure.recordingEnd)
    }

    override func sessionRunningChanged(_ isRunning: Bool) {
        if !isRunning { endCurrent(.interrupted) }
    }

    override func configurationDidCommit() {
        let topology = SessionTopology(session, output: self)
        let hasChanged = fileState.withLock { state in
            defer { state.topology = topology }
            return state.topology != topology
        }
        if hasChanged { endCurrent(.configurationChanged) }
    }

    override func connectionEnablingChanged(_ connection: AVCaptureConnection) {
        guard fileState.withLock({ $0.current })?.plan.connections.contains(where: { $0 === connection }) == true else {
            return
        }
        endCurrent(.configurationChanged)
    }

    override func sessionDidDetach() {
        endCurrent(.configurationChanged)
    }
}

extension AVCaptureFileOutput {
    // MARK: Beginning and ending

    /// Begins a recording, or tells the delegate why not.
    func begin(_ url: URL, delegate: any AVCaptureFileOutputRecordingDelegate, selector: String) {
        guard url.isFileURL else { refuse(selector, "Invalid parameter not satisfying: [outputFileURL isFileURL]") }
        let active = connections.filter { $0.isActive && $0.isEnabled }
        guard !active.isEmpty, let session else { refuse(selector, "No active/enabled connections") }
        let recording = makeRecording(plan(url, active, delegate, session.system))
        let outbox = outbox
        let refusal: RecordingStopReason? = fileState.withLock { state in
            guard state.current == nil else { return .alreadyRecording }
            // Asked once, under the lock: a session that stops says so first, and then ends the recording that it finds here.
            guard session.isRunning else { return .sessionNotRunning }
            state.current = recording
            state.metrics = recording.plan.metrics
            reportRecording(from: nil, to: url, through: outbox)
            return nil
        }
        recording.start(refusal: refusal)
        outbox.deliver()
    }

    private func plan(
        _ url: URL,
        _ connections: [AVCaptureConnection],
        _ delegate: any AVCaptureFileOutputRecordingDelegate,
        _ system: CaptureSystem
    ) -> RecordingPlan {
        let camera = connections.first { $0.mediaType == .video }?.captureDevice
        return RecordingPlan(
            url: url,
            limits: fileState.withLock { $0.limits },
            hasVideo: camera != nil,
            hasMicrophone: connections.contains { $0.mediaType == .audio },
            frameDuration: camera.map(Self.frameDuration) ?? .zero,
            connections: connections,
            device: camera ?? connections.first?.captureDevice,
            output: self,
            delegate: RecordingListener(object: delegate),
            callbackQueue: callbackQueue,
            clock: system.clock,
            unsettled: system.unsettled,
            onClose: { [me = WeakReference(self)] in me.object?.closeByItself($0) },
            onSilence: { [me = WeakReference(self)] in me.object?.removeListening($0) }
        )
    }

    /// How long a frame of a camera lasts as it is set now.
    static func frameDuration(of device: AVCaptureDevice) -> CMTime {
        let request = device.streamRequest
        if request.frameDuration.isNumeric { return request.frameDuration }
        return request.format.frameDurations.map(\.shortest).min() ?? CMTime(value: 1, timescale: 30)
    }

    /// Ends the recording that takes samples now.
    func endCurrent(_ reason: RecordingStopReason) {
        let (current, listening) = fileState.withLock { ($0.current, $0.listening) }
        // Those that only wait for the end of their sound must not wait for what will never come.
        if !reason.leavesMicrophoneRunning { listening.forEach { $0.post(.end(reason)) } }
        guard let current else { return }
        close(current)
        current.post(.end(reason))
    }

    /// The recording takes no more pictures, for a reason of its own. On its queue, which handlers must not hold up.
    private func closeByItself(_ recording: FileRecording) {
        guard let events = session?.events else { return Outbox.withoutWaiting { close(recording) } }
        outbox.redirectingDelivery(to: events) { close(recording) }
    }

    /// The recording takes no more pictures.
    private func close(_ recording: FileRecording) {
        let outbox = outbox
        fileState.withLock { state in
            guard state.current === recording else { return }
            state.current = nil
            state.listening.append(recording)
            reportRecording(from: recording.url, to: nil, through: outbox)
            guard recording.plan.metrics.values.isPaused else { return }
            reportChange(of: \AVCaptureFileOutput.isRecordingPaused, from: true, to: false, through: outbox)
        }
        outbox.deliver()
    }

    /// The recording takes no more sound.
    private func removeListening(_ recording: FileRecording) {
        fileState.withLock { state in state.listening.removeAll { $0 === recording } }
    }

    func setPaused(_ isPaused: Bool) {
        let outbox = outbox
        fileState.withLock { state in
            guard let recording = state.current, recording.plan.metrics.values.isPaused != isPaused else { return }
            recording.setPaused(isPaused)
            reportChange(of: \AVCaptureFileOutput.isRecordingPaused, from: !isPaused, to: isPaused, through: outbox)
        }
        outbox.deliver()
    }

    private func reportRecording(from old: URL?, to new: URL?, through outbox: Outbox) {
        reportChange(of: \AVCaptureFileOutput.isRecording, from: old != nil, to: new != nil, through: outbox)
        reportChange(of: \AVCaptureFileOutput.outputFileURL, from: old, to: new, through: outbox)
    }

    private func refuse(_ selector: String, _ reason: String) -> Never {
        programmerError(.invalidArgument, "*** -[\(type(of: self)) \(selector)] \(reason)")
    }
}

/// Is told how a recording goes on, exactly as Apple's protocol of the same name.
///
/// All methods are called on one serial queue that belongs to the output, never on the main queue, in the order start, pause
/// and resume, end. `didFinishRecordingTo` comes exactly once per request, whatever happens (S-177). The output keeps the
/// delegate alive until then.
public protocol AVCaptureFileOutputRecordingDelegate: NSObjectProtocol {
    /// The first picture, or without a camera the first sound, has been written. Not called for a recording that fails before
    /// (S-177), nor for delegates that implement the variant with `startPTS`.
    func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    )

    /// The same, with the time of the first sample.
    ///
    /// - Parameter startPTS: on the session's `synchronizationClock`.
    func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        startPTS: CMTime,
        from connections: [AVCaptureConnection]
    )

    /// The recording is paused; what is captured from now on is not written.
    func fileOutput(
        _ output: AVCaptureFileOutput,
        didPauseRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    )

    /// The recording goes on.
    func fileOutput(
        _ output: AVCaptureFileOutput,
        didResumeRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    )

    /// The recording ends, and the file is about to be finished. Of macOS, whose order is kept here: always called before
    /// `didFinishRecordingTo`.
    ///
    /// - Parameter error: why it ends, unless `stopRecording()` was called; the file is not finished yet.
    func fileOutput(
        _ output: AVCaptureFileOutput,
        willFinishRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    )

    /// The recording is over; the file may be used from now on (S-178).
    ///
    /// - Parameters:
    ///   - outputFileURL: the file, if there is one.
    ///   - error: an `AVError`, or `nil`. The file may be good in spite of it: see
    ///     `AVErrorRecordingSuccessfullyFinishedKey` (S-180).
    func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    )
}

extension AVCaptureFileOutputRecordingDelegate {
    /// Does nothing.
    public func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {}

    /// Calls the variant without the time.
    public func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        startPTS: CMTime,
        from connections: [AVCaptureConnection]
    ) {
        fileOutput(output, didStartRecordingTo: fileURL, from: connections)
    }

    /// Does nothing.
    public func fileOutput(
        _ output: AVCaptureFileOutput,
        didPauseRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {}

    /// Does nothing.
    public func fileOutput(
        _ output: AVCaptureFileOutput,
        didResumeRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {}

    /// Does nothing.
    public func fileOutput(
        _ output: AVCaptureFileOutput,
        willFinishRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {}
}
