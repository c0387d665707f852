import CaptureCore
import CoreMedia
import CoreVideo
import Dispatch
import Foundation
import FoundationExtras
import Synchronization

extension AVAssetWriterInput {
    // MARK: Readiness

    /// Whether a sample may be appended now; observable. Documented: S-189.
    ///
    /// False before writing started and after the input was finished; while writing, it turns false when the encoder or the
    /// disk does not keep up, or when another track must catch up first. It does so with an append only: who has seen that it is
    /// true may append a sample, whatever happens meanwhile.
    public var isReadyForMoreMediaData: Bool {
        let (writer, track, isFinished) = attachment.withLock { ($0.writer, $0.track, $0.isMarkedAsFinished) }
        guard let writer, let track, !isFinished, writer.life.withLock({ $0.takesSamples }) else { return false }
        return track.isReady
    }

    /// Readiness may have changed: observers and the client's block are told if it has.
    func readinessMayHaveChanged() {
        // Kept until the lock is free: looking must not be what lets go of the writer, whose end waits for threads that report.
        let writer = writer
        // Looked at and reported in one step: what one thread has seen must not be reported after what another one saw later.
        let isReady = reportedReadiness.withLock { reported in
            let isReady = isReadyForMoreMediaData
            if isReady != reported {
                let property = \AVAssetWriterInput.isReadyForMoreMediaData
                reportChange(of: property, from: reported, to: isReady, through: outbox)
                reported = isReady
            }
            return isReady
        }
        withExtendedLifetime(writer) {}
        Outbox.withoutWaiting { outbox.deliver() }
        if isReady { requester.poke(self) }
    }

    /// The writer takes nothing more.
    func end() {
        requester.stop()
        readinessMayHaveChanged()
    }

    // MARK: Appending

    /// Appends samples: a picture, linear PCM, or compressed samples for pass-through. Documented: S-189, S-190.
    ///
    /// Appending while ``isReadyForMoreMediaData`` is false, or without a session, stops the program.
    ///
    /// - Returns: false when the writer has failed, was cancelled, or is finishing.
    public func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
        append(
            WriterItem(sampleBuffer),
            method: "AVAssetWriterInput appendSampleBuffer:",
            notReady: "A sample buffer cannot be appended when readyForMoreMediaData is NO."
        )
    }

    func append(_ item: WriterItem, method: String, notReady: String) -> Bool {
        guard let writer else { WriterRefusal.status(.unknown).raise(method) }
        guard item.presentationTime.isNumeric else {
            WriterRefusal.argument("invalid parameter not satisfying: CMTIME_IS_NUMERIC(presentationTime)").raise(
                method
            )
        }
        let answer: WriterStateMachine.Append
        do {
            answer = try writer.life.withLock { state throws(WriterRefusal) in try state.append() }
        } catch {
            error.raise(method)
        }
        guard case .accept(let start) = answer, let track else { return false }
        switch track.offer(item, sessionStart: start) {
        case .taken: return true
        case .notReady: WriterRefusal.state(notReady).raise(method)
        case .ended: return false
        case .refused(let error):
            writer.fail(error)
            writer.engine.withLock { $0 }?.fail(error)
            return false
        }
    }

    /// Marks the input as finished: nothing more will be appended, and other tracks need not wait for this one.
    public func markAsFinished() {
        guard let writer else { WriterRefusal.status(.unknown).raise("AVAssetWriterInput markAsFinished") }
        do {
            guard try writer.life.withLock({ state throws(WriterRefusal) in try state.markAsFinished() }) else {
                return
            }
        } catch {
            error.raise("AVAssetWriterInput markAsFinished")
        }
        let wasMarked = attachment.withLock { attachment in
            defer { attachment.isMarkedAsFinished = true }
            return attachment.isMarkedAsFinished
        }
        guard !wasMarked else { return }
        requester.stop()
        track?.finish()
        readinessMayHaveChanged()
    }

    // MARK: Pulling

    /// Asks for media on a queue whenever the input is ready for it.
    ///
    /// The block appends until ``isReadyForMoreMediaData`` turns false or there is nothing more, in which case it calls
    /// ``markAsFinished()``; then it returns. It is called again once what it appended has been taken in. UNKNOWN: a block that
    /// returns without having appended anything is called again after a hundredth of a second.
    ///
    /// A second request stops the program.
    @preconcurrency
    public func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        guard requester.start(on: queue, block) else {
            WriterRefusal.state("Media data has been requested already")
                .raise("AVAssetWriterInput requestMediaDataWhenReadyOnQueue:usingBlock:")
        }
        requester.poke(self)
    }

    // MARK: Inside

    /// Appends if the input is ready, and drops and counts otherwise; never stops the program for the state that the writer is
    /// in. For sources that cannot wait.
    ///
    /// - Returns: whether the sample goes into the file.
    @discardableResult
    package func appendOrDrop(_ item: WriterItem) -> Bool {
        guard let writer, let track, item.presentationTime.isNumeric else { return false }
        let hooks = writer.configuration.withLock { $0.hooks }
        if hooks.dropsAudioBeforeVideo, mediaType == .audio, writer.isWaitingForVideo { return false }
        let (start, hasStartedSession) = writer.life.withLock { state -> (CMTime?, Bool) in
            let starts = hooks.startsSessionWithFirstSample && state.status == .writing && state.sessionStart == nil
            if starts { try? state.startSession(at: item.presentationTime) }
            guard case .accept(let start) = try? state.append() else { return (nil, starts) }
            return (start, starts)
        }
        guard let start else { return false }
        if hasStartedSession { writer.engine.withLock { $0 }?.startSession(at: start) }
        switch track.offer(item, sessionStart: start, canBeDropped: true) {
        case .taken: return true
        case .ended: return false
        case .notReady, .refused:
            attachment.withLock { $0.droppedSamples += 1 }
            return false
        }
    }
}

extension AVAssetWriter {
    /// Whether there is a track for pictures, and none has come yet.
    var isWaitingForVideo: Bool {
        let videoInputs = inputs.filter { $0.mediaType == .video }
        return !videoInputs.isEmpty && videoInputs.allSatisfy { $0.track?.hasTakenAnything != true }
    }
}

/// Calls a client's block on its queue whenever an input is ready for more media.
final class MediaRequester: Sendable {
    private struct Request: @unchecked Sendable {
        // @unchecked: the block is only called on its queue.
        var queue: DispatchQueue
        var block: @Sendable () -> Void
    }

    private struct State {
        var request: Request?
        var isScheduled = false
        var isStopped = false
    }

    private let state = Mutex(State())

    /// - Returns: false if there is a request already.
    func start(on queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard state.request == nil else { return false }
            state.request = Request(queue: queue, block: block)
            return true
        }
    }

    /// Calls the block no more, and lets it go.
    func stop() {
        let request = state.withLock { state -> Request? in
            defer { state.request = nil }
            state.isStopped = true
            return state.request
        }
        // Whatever the client put into the block is destroyed outside the lock.
        withExtendedLifetime(request) {}
    }

    /// The input may have become ready.
    func poke(_ input: AVAssetWriterInput) {
        schedule(input, after: nil)
    }

    private func schedule(_ input: AVAssetWriterInput, after pause: DispatchTimeInterval?) {
        let request = state.withLock { state -> Request? in
            guard let request = state.request, !state.isScheduled, !state.isStopped else { return nil }
            state.isScheduled = true
            return request
        }
        guard let request else { return }
        if let pause {
            request.queue.asyncAfter(deadline: .now() + pause) { [input = WeakReference(input)] in
                self.ask(input.object, request)
            }
        } else {
            request.queue.async { [input = WeakReference(input)] in self.ask(input.object, request) }
        }
    }

    private func ask(_ input: AVAssetWriterInput?, _ request: Request) {
        dispatchPrecondition(condition: .onQueue(request.queue))
        guard let input, input.isReadyForMoreMediaData else {
            state.withLock { $0.isScheduled = false }
            // It may have become ready between the question and the answer.
            if let input, input.isReadyForMoreMediaData { poke(input) }
            return
        }
        let before = input.track?.takenCount
        request.block()
        state.withLock { $0.isScheduled = false }
        guard input.isReadyForMoreMediaData else { return }
        schedule(input, after: input.track?.takenCount == before ? .milliseconds(10) : nil)
    }
}

extension AVAssetWriterInput {
    /// Whether the encoder may go over the media several times; false at first.
    ///
    /// May be set, and has no effect: ``canPerformMultiplePasses`` is always false.
    public var performsMultiPassEncodingIfSupported: Bool {
        get { configuration.withLock { $0.performsMultiPass } }
        set { set(\.performsMultiPass, to: newValue, method: "setPerformsMultiPassEncodingIfSupported:") }
    }

    /// Whether the encoder goes over the media several times: no.
    public var canPerformMultiplePasses: Bool { false }

    /// The pass that is under way: the first and only one from the beginning of writing until it is marked as finished, and
    /// `nil` before and after; observable.
    public var currentPassDescription: AVAssetWriterInputPassDescription? { attachment.withLock { $0.pass } }

    /// Calls a block on a queue when a pass begins, and when there is none any more.
    ///
    /// The block looks at ``currentPassDescription``: it supplies the media, or calls ``markAsFinished()`` if it is `nil`. A second call stops the program.
    @preconcurrency
    public func respondToEachPassDescription(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        let (isFirst, hasBegun) = attachment.withLock { attachment in
            defer { if attachment.passes == nil { attachment.passes = PassResponder(queue: queue, block: block) } }
            return (attachment.passes == nil, attachment.pass != nil)
        }
        guard isFirst else {
            WriterRefusal.state("A block has been given already")
                .raise("AVAssetWriterInput respondToEachPassDescriptionOnQueue:usingBlock:")
        }
        if hasBegun { queue.async(execute: block) }
    }

    /// Ends the pass. Another one never follows, so that the block of
    /// ``respondToEachPassDescription(on:using:)`` is called with no pass, and calls ``markAsFinished()``.
    public func markCurrentPassAsFinished() {
        let status = status
        guard status == .writing else {
            WriterRefusal.status(status).raise("AVAssetWriterInput markCurrentPassAsFinished")
        }
        requester.stop()
        changePass(to: nil)
    }

    /// Writing began, and with it the only pass.
    func beginPass() {
        changePass(to: AVAssetWriterInputPassDescription())
    }

    private func changePass(to new: AVAssetWriterInputPassDescription?) {
        let (old, responder) = attachment.withLock { attachment in
            defer { attachment.pass = new }
            return (attachment.pass, attachment.passes)
        }
        reportChange(of: \AVAssetWriterInput.currentPassDescription, from: old, to: new)
        responder.map { $0.queue.async(execute: $0.block) }
    }

    /// Who wants to know of passes.
    struct PassResponder: Sendable {
        var queue: DispatchQueue
        var block: @Sendable () -> Void
    }
}

/// What a pass of an encoder over the media needs.
open class AVAssetWriterInputPassDescription: NSObject, @unchecked Sendable {
    // @unchecked: nothing changes.

    override init() { super.init() }

    /// The source's times that are wanted: from zero to infinity, as Apple says of every first pass, and there is no other.
    public var sourceTimeRanges: [NSValue] {
        [NSValue(timeRange: CMTimeRange(start: .zero, duration: .positiveInfinity))]
    }
}
