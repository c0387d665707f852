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
