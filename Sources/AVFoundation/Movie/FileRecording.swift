import CaptureCore
import CaptureDriver
import CoreMedia
import Dispatch
import Foundation
@_spi(Pinhole) import FoundationExtras
import MovieTime
import Synchronization

/// One recording, from its request to its end: takes what is captured on the drivers' threads, and does everything else on a
/// queue of its own. `RecordingStateMachine` decides.
final class FileRecording: @unchecked Sendable {
    // @unchecked: `machine` and what follows it are used on the queue only; the rest is constant or lies in mutexes.

    typealias Machine = RecordingStateMachine<CaptureAudioPacket>

    /// Seconds that a recording waits for its first sample. UNKNOWN: Apple documents no bound; without one, a recording from a
    /// camera that is silent would begin some time or other.
    static let patience = 10.0
    /// How often, in seconds of the movie, the disk and the file are looked at.
    static let inspectionInterval = 1.0

    let plan: RecordingPlan
    private let file: any RecordingFile
    private let queue = DispatchQueue(label: "pinhole.capture.file.recording", qos: .userInitiated)
    private let inbox = Mutex(RecordingInbox())
    private let metrics: RecordingMetrics
    /// What is waited for: first samples at first, the last sound in the end.
    private let timeout = Mutex<CaptureObservation?>(nil)

    private var machine: Machine
    private var form: CMFormatDescription?
    private var inspectedAt = -inspectionInterval
    private var isClosed = false
    private var identity: FileIdentity?

    init(_ plan: RecordingPlan, file: any RecordingFile) {
        self.plan = plan
        self.file = file
        metrics = plan.metrics
        machine = Machine(limits: plan.limits, hasVideo: plan.hasVideo, hasMicrophone: plan.hasMicrophone)
    }

    /// The file.
    var url: URL { plan.url }

    // MARK: Events, on any thread

    /// Begins; or, if there is a reason not to, ends at once.
    func start(refusal: RecordingStopReason?) {
        queue.async(group: plan.unsettled) { [self] in
            if let refusal { machine.end(refusal) } else { open() }
            afterEvent()
        }
        if refusal == nil { post(.expired, after: Self.patience) }
    }

    /// Tells of what did not happen in time.
    private func post(_ item: RecordingInbox.Item, after seconds: Double) {
        let deadline = CMTimeAdd(plan.clock.now, CMTime(seconds: seconds, preferredTimescale: 1_000_000))
        let appointment = plan.clock.schedule(at: deadline) { [weak self] in self?.post(item) }
        let former = timeout.withLock { timeout in
            defer { timeout = appointment }
            return timeout
        }
        former?.cancel()
    }

    /// Something happened. Returns at once.
    func post(_ item: RecordingInbox.Item) {
        guard inbox.withLock({ $0.enqueue(item) }) else { return }
        queue.async(group: plan.unsettled) { [self] in
            while let item = inbox.withLock({ $0.next() }) {
                handle(item)
                afterEvent()
            }
        }
    }

    /// The pause that was asked for is shown at once.
    func setPaused(_ isPaused: Bool) {
        metrics.update { $0.isPaused = isPaused }
        let now = plan.clock.now
        post(isPaused ? .pause(now) : .resume(now))
    }

    // MARK: On the queue

    private func open() {
        dispatchPrecondition(condition: .onQueue(queue))
        // The session may have stopped between the request and now.
        guard machine.isOpen else { return }
        if plan.limits.freeSpace > 0, let free = plan.freeSpace(url), free < plan.limits.freeSpace {
            machine.end(.diskFull)
            return
        }
        do {
            try file.open()
            identity = FileIdentity(url)
            machine.opened()
        } catch {
            machine.end(Self.failure(error as NSError))
        }
    }

    private func handle(_ item: RecordingInbox.Item) {
        dispatchPrecondition(condition: .onQueue(queue))
        switch item {
        case .frame(let frame): handle(frame)
        case .lostFrame(let time, let duration): lose(time, duration)
        case .cameraDrop(let frames): if machine.hasMedia, !machine.isPaused { count(\.camera, frames) }
        case .audio(let packet): handle(packet)
        case .audioEnded: endAudio()
        case .audioOverdue: machine.audioIsOverdue()
        case .pause(let time): if machine.pause(at: time) { notify(.paused) }
        case .resume(let time): if machine.resume(at: time) { notify(.resumed) }
        case .end(let reason): machine.end(reason)
        case .expired: machine.expired()
        }
    }

    private func handle(_ frame: CaptureFrame) {
        guard isOfSameForm(frame) else {
            machine.end(.mediaChanged)
            return
        }
        let isFirst = !machine.hasMedia
        let duration = frame.duration.isNumeric ? frame.duration : plan.frameDuration
        switch machine.frame(at: frame.presentationTime, duration: duration) {
        case .write(let time):
            write(frame, at: time)
            if isFirst { notify(.started(frame.presentationTime)) }
        case .late: count(\.damaged, 1)
        case .skip: return
        }
        writeAudio()
    }

    private func write(_ frame: CaptureFrame, at time: CMTime) {
        do {
            if try !file.append(frame, at: time) { count(\.backlog, 1) }
        } catch {
            count(\.damaged, 1)
        }
    }

    private func lose(_ time: CMTime, _ duration: CMTime) {
        guard machine.hasMedia, machine.isOpen, !machine.isPaused else { return }
        machine.lostFrame(at: time, duration: duration.isNumeric ? duration : plan.frameDuration)
        count(\.backlog, 1)
        writeAudio()
    }

    private func handle(_ packet: CaptureAudioPacket) {
        guard let rate = packet.formatDescription.audioStreamBasicDescription?.mSampleRate, rate > 0 else { return }
        let isFirst = !machine.hasMedia
        machine.audio(
            RecordingTimeline.Audio(
                packet: packet,
                start: packet.presentationTime,
                frameCount: packet.frameCount,
                sampleRate: rate
            )
        )
        if isFirst, machine.hasMedia, let origin = machine.timeline.origin { notify(.started(origin)) }
        writeAudio()
    }

    private func endAudio() {
        machine.audioEnded()
        file.endAudio()
    }

    private func writeAudio() {
        while let span = machine.nextSpan() {
            _ = file.append(span)
        }
    }

    /// A stream has one description; another one that says the same is of a stream that was started anew.
    private func isOfSameForm(_ frame: CaptureFrame) -> Bool {
        guard let form, form !== frame.formatDescription else {
            form = frame.formatDescription
            return true
        }
        let isSame =
            form.mediaSubType == frame.formatDescription.mediaSubType
            && form.dimensions == frame.formatDescription.dimensions
        if isSame { self.form = frame.formatDescription }
        return isSame
    }

    private func count(_ loss: WritableKeyPath<RecordingLosses, Int>, _ count: Int) {
        metrics.update { $0.losses[keyPath: loss] += count }
    }

    // MARK: After each event

    /// How long the movie is. Times of different scales that were added have a scale that nobody wants to see.
    private var duration: CMTime {
        let duration = machine.timeline.duration
        guard duration.timescale > 1_000_000_000 else { return duration }
        return CMTimeConvertScale(duration, timescale: 1_000_000_000, method: .roundHalfAwayFromZero)
    }

    private func afterEvent() {
        let duration = duration
        let size = file.bytesWritten
        metrics.update { values in
            values.duration = duration
            values.fileSize = size
        }
        if machine.isOpen { inspect(at: CMTimeGetSeconds(duration), size) }
        if !machine.isOpen { close() }
        if let end = machine.end { finish(end) }
    }

    /// Takes no more pictures.
    private func close() {
        dispatchPrecondition(condition: .onQueue(queue))
        guard !isClosed else { return }
        isClosed = true
        plan.onClose(self)
        if machine.isAwaitingAudio {
            post(.audioOverdue, after: RecordingTimeline<CaptureAudioPacket>.longestAudioTail)
        }
    }

    /// Looks at what may end the recording: now and then at the disk and at whether the file is still where it was.
    private func inspect(at seconds: Double, _ size: Int64) {
        if let failure = file.failure {
            machine.end(Self.failure(failure))
            return
        }
        guard machine.hasMedia else { return }
        var free: Int64?
        if seconds - inspectedAt >= Self.inspectionInterval {
            inspectedAt = seconds
            free = plan.limits.freeSpace > 0 ? plan.freeSpace(url) : nil
            if identity != FileIdentity(url) { machine.end(.fileRemoved) }
        }
        machine.progressed(fileSize: size, freeSpace: free)
    }

    private static func failure(_ error: NSError) -> RecordingStopReason {
        let reason = error.localizedFailureReason
        guard error.domain == AVFoundationErrorDomain else {
            return .fileFailed(code: -11800, underlying: error, reason: reason)
        }
        let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
        return error.code == AVError.Code.diskFull.rawValue
            ? .diskFull : .fileFailed(code: error.code, underlying: underlying, reason: reason)
    }

    // MARK: The end

    private func finish(_ end: RecordingStopReason) {
        dispatchPrecondition(condition: .onQueue(queue))
        machine.finished()
        timeout.withLock { $0 }?.cancel()
        plan.onSilence(self)
        let hasMedia = machine.hasMedia
        notify(.finishing(outcome(end, isPlayable: hasMedia, nil)))
        guard hasMedia else {
            if identity != nil { file.discard() }
            conclude(outcome(end, isPlayable: false, nil))
            return
        }
        plan.unsettled.enter()
        file.finish(at: duration) { [self] error in
            queue.async { [self] in
                let isThere = identity.map { $0 == FileIdentity(url) } ?? false
                let isPlayable = isThere && (error == nil || file.leftPlayableFile)
                conclude(outcome(end, isPlayable: isPlayable, error))
                plan.unsettled.leave()
            }
        }
    }

    private func conclude(_ outcome: RecordingOutcome) {
        dispatchPrecondition(condition: .onQueue(queue))
        metrics.update { values in
            values.fileSize = outcome.fileSize
            values.duration = outcome.duration
        }
        notify(.finished(outcome))
    }

    private func outcome(_ end: RecordingStopReason, isPlayable: Bool, _ error: NSError?) -> RecordingOutcome {
        RecordingOutcome(
            end: end,
            hasMedia: machine.hasMedia,
            isPlayable: isPlayable,
            finishingError: error,
            duration: file.keptDuration.map { min($0, duration) } ?? duration,
            fileSize: FileIdentity(url)?.size ?? file.bytesWritten,
            url: url,
            device: plan.device
        )
    }

    /// What delegates are told.
    enum Event: Sendable {
        case started(CMTime)
        case paused
        case resumed
        case finishing(RecordingOutcome)
        case finished(RecordingOutcome)
    }

    private func notify(_ event: Event) {
        plan.callbackQueue.async(group: plan.unsettled) { [self] in plan.delegate.notify(event, plan) }
    }
}

/// What a recording is made with; settled when it is asked for.
struct RecordingPlan: @unchecked Sendable {
    // @unchecked: constant; objects in it guard themselves, the delegate is called on its queue only.

    var url: URL
    var limits: RecordingLimits
    /// How far the recording is, also after its end.
    let metrics = RecordingMetrics()
    /// Whether there is a picture in the movie.
    var hasVideo: Bool
    /// Whether there is sound in it.
    var hasMicrophone: Bool
    /// How long pictures last that don't say so.
    var frameDuration: CMTime
    /// The connections that are recorded.
    var connections: [AVCaptureConnection]
    /// The camera, or the microphone where there is no camera.
    var device: AVCaptureDevice?
    var output: AVCaptureFileOutput
    var delegate: RecordingListener
    var callbackQueue: DispatchQueue
    var clock: any CaptureClock
    /// What no time may pass for that a test holds in hand.
    var unsettled: DispatchGroup
    /// How much room there is for a file, in bytes; `nil` when nobody knows.
    var freeSpace: @Sendable (URL) -> Int64? = DiskSpace.free
    /// Called on the recording's queue when no more pictures are taken.
    var onClose: @Sendable (FileRecording) -> Void
    /// Called there afterwards, when no more sound is taken either.
    var onSilence: @Sendable (FileRecording) -> Void
}

/// The client's delegate, kept until it has heard of the end.
struct RecordingListener: @unchecked Sendable {
    // @unchecked: called on one serial queue only.
    let object: any AVCaptureFileOutputRecordingDelegate

    /// Calls the delegate. On the output's queue for callbacks.
    func notify(_ event: FileRecording.Event, _ plan: RecordingPlan) {
        dispatchPrecondition(condition: .onQueue(plan.callbackQueue))
        let (output, url, connections) = (plan.output, plan.url, plan.connections)
        switch event {
        case .started(let time):
            object.fileOutput(output, didStartRecordingTo: url, startPTS: time, from: connections)
        case .paused:
            object.fileOutput(output, didPauseRecordingTo: url, from: connections)
        case .resumed:
            object.fileOutput(output, didResumeRecordingTo: url, from: connections)
        case .finishing(let outcome):
            object.fileOutput(output, willFinishRecordingTo: url, from: connections, error: outcome.error)
        case .finished(let outcome):
            object.fileOutput(output, didFinishRecordingTo: url, from: connections, error: outcome.error)
        }
    }
}

/// What a session is made of, as far as it matters to a recording: when it changes, the recording ends (S-183).
///
/// UNKNOWN: Apple doesn't say which changes count. Here: inputs, outputs, the preset, and the connections of the output that
/// records; preview layers do not.
struct SessionTopology: Equatable {
    private var inputs: [ObjectIdentifier] = []
    private var outputs: [ObjectIdentifier] = []
    private var connections: [ObjectIdentifier] = []
    private var preset: AVCaptureSession.Preset?

    /// Of no session.
    init() {}

    /// Of a session's committed configuration.
    init(_ session: AVCaptureSession?, output: AVCaptureOutput) {
        guard let graph = session?.configuration.withLock({ $0.committed }) else { return }
        inputs = graph.inputs.map(ObjectIdentifier.init)
        outputs = graph.outputs.map(ObjectIdentifier.init)
        connections = graph.connections.filter { $0.output === output }.map(ObjectIdentifier.init)
        preset = graph.preset
    }
}

extension SessionRuntimeError {
    /// What the failure means for a recording.
    var recordingEnd: RecordingStopReason {
        code == AVError.Code.deviceWasDisconnected.rawValue ? .deviceLost : .sessionFailed(code: code)
    }
}

/// What became of a recording.
struct RecordingOutcome: Sendable {
    /// Why it ended.
    var end: RecordingStopReason
    /// Whether anything was written.
    var hasMedia: Bool
    /// Whether the file is there and can be played.
    var isPlayable: Bool
    /// Why finishing the file failed, though it ended for another reason.
    var finishingError: NSError?
    /// How long the movie is.
    var duration: CMTime
    /// How large the file is.
    var fileSize: Int64
    /// The file.
    var url: URL
    /// The camera, or the microphone, that the recording was made with.
    @Shared var device: AVCaptureDevice?

    /// What the delegate is told: nothing when the recording was stopped and the file is good.
    ///
    /// `AVErrorRecordingSuccessfullyFinishedKey` says whether the file is good (S-180).
    var error: AVError? {
        guard let code = errorCode else { return nil }
        var info: [String: Any] = [
            AVErrorRecordingSuccessfullyFinishedKey: isPlayable,
            NSURLErrorKey: url,
        ]
        if hasMedia {
            info[AVErrorTimeKey] = duration
            info[AVErrorFileSizeKey] = NSNumber(value: fileSize)
        }
        if end == .deviceLost, let device { info[AVErrorDeviceKey] = device }
        if let underlying { info[NSUnderlyingErrorKey] = underlying }
        if let reason { info[NSLocalizedFailureReasonErrorKey] = reason }
        return AVError(code, userInfo: info)
    }

    private var errorCode: AVError.Code? {
        if let code = end.code { return code }
        if !hasMedia { return .noDataCaptured }
        return finishingError.map { $0.domain == AVFoundationErrorDomain ? AVError(_nsError: $0).code : .unknown }
    }

    private var underlying: NSError? {
        if case .fileFailed(_, let underlying, _) = end { return underlying ?? finishingError }
        return finishingError
    }

    /// Said where the code alone says too little.
    private var reason: String? {
        switch end {
        case .fileRemoved: "The file, or its folder, was removed or moved while it was recorded to: \(url.path)"
        case .discontinuity: "The camera's time jumped, so that what follows can't be added to the movie."
        case .fileFailed(_, _, let reason): reason
        case .requested where !hasMedia: "The recording was stopped before anything was captured."
        default: finishingError?.localizedFailureReason
        }
    }
}

extension RecordingStopReason {
    /// The code of `AVError` for it; `nil` for the end that was asked for.
    var code: AVError.Code? {
        switch self {
        case .requested: nil
        case .maximumDuration: .maximumDurationReached
        case .maximumFileSize: .maximumFileSizeReached
        case .diskFull: .diskFull
        case .interrupted: .sessionWasInterrupted
        case .sessionFailed(let code): AVError.Code(rawValue: code) ?? .unknown
        case .configurationChanged: .sessionConfigurationChanged
        case .mediaChanged: .mediaChanged
        case .discontinuity: .mediaDiscontinuity
        case .deviceLost: .deviceWasDisconnected
        case .noData: .noDataCaptured
        case .fileRemoved: .unknown
        case .sessionNotRunning: .sessionNotRunning
        case .alreadyRecording: .recordingAlreadyInProgress
        case .fileFailed(let code, _, _): AVError.Code(rawValue: code) ?? .unknown
        }
    }
}
