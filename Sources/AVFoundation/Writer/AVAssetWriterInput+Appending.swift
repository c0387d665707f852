import CaptureCore
import CoreMedia
import CoreVideo
import Foundation
import FoundationExtras

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
