import CaptureCore
import CoreMedia
import Dispatch
import Foundation
import FoundationExtras
import Synchronization

extension AVAssetWriter {
    /// Begins writing. Documented: S-185, S-186.
    ///
    /// - Returns: false if the file cannot be made, if one exists, or if an encoder is missing; `error` tells which.
    public func startWriting() -> Bool {
        do {
            try life.withLock { state throws(WriterRefusal) in try state.configure() }
        } catch {
            error.raise("AVAssetWriter startWriting")
        }
        let inputs = inputs
        guard !inputs.isEmpty else {
            WriterRefusal.state("Cannot start writing without an input").raise("AVAssetWriter startWriting")
        }
        if producesSegments { requireSegmentSettings("startWriting") }
        let made: WriterEngine
        do {
            made = try makeEngine(for: inputs)
        } catch {
            fail(error)
            return false
        }
        engine.withLock { $0 = made }
        changeStatus { state in (try? state.start()) != nil }
        for (track, input) in inputs.enumerated() { input.begin(made.tracks[track]) }
        return true
    }

    private func makeEngine(for inputs: [AVAssetWriterInput]) throws -> WriterEngine {
        try WriterEngine(
            WriterPlan(self, inputs: inputs),
            unsettled: configuration.withLock { $0.hooks.unsettled },
            onReadiness: { [me = WeakReference(self)] tracks in me.object?.readinessChanged(tracks) },
            onFailure: { [me = WeakReference(self)] error in me.object?.fail(error) }
        )
    }

    /// Tells inputs whose readiness changed. On whichever thread changed it.
    private func readinessChanged(_ tracks: [Int]) {
        let inputs = inputs
        for track in tracks where track < inputs.count { inputs[track].readinessMayHaveChanged() }
    }

    /// Begins the stretch of the source's time that goes into the file. Documented: S-185, S-187, S-188.
    ///
    /// - Parameter startTime: the source's time that becomes the movie's beginning. What is earlier is written, but edited out.
    public func startSession(atSourceTime startTime: CMTime) {
        do {
            try life.withLock { state throws(WriterRefusal) in try state.startSession(at: startTime) }
        } catch {
            error.raise("AVAssetWriter startSessionAtSourceTime:")
        }
        engine.withLock { $0 }?.startSession(at: startTime)
    }

    /// Ends the session; what is later is edited out. Documented: S-187.
    ///
    /// Not needed before ``finishWriting(completionHandler:)``: without it the movie ends with its last sample.
    public func endSession(atSourceTime endTime: CMTime) {
        do {
            try life.withLock { state throws(WriterRefusal) in try state.endSession(at: endTime) }
        } catch {
            error.raise("AVAssetWriter endSessionAtSourceTime:")
        }
        inputs.forEach { $0.readinessMayHaveChanged() }
    }

    /// Finishes the file: inputs that are not finished yet are, what waits is encoded and written. Documented: S-191.
    ///
    /// - Parameter handler: called once, never inside of this call, with the outcome in ``status``: `.completed`, `.failed` or
    ///   `.cancelled`.
    @preconcurrency
    public func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
        let finish: WriterStateMachine.Finish
        do {
            finish = try life.withLock { state throws(WriterRefusal) in try state.finish() }
        } catch {
            error.raise("AVAssetWriter finishWritingWithCompletionHandler:")
        }
        guard case .begin(let session) = finish, let engine = engine.withLock({ $0 }) else {
            DispatchQueue.global().async(execute: handler)
            return
        }
        inputs.forEach { $0.end() }
        engine.finish(session: session) { [me = Shared(self)] result in
            switch result {
            case .success: me.object.changeStatus { $0.complete() }
            case .failure(let error): me.object.fail(error)
            }
            handler()
        }
    }

    /// As ``finishWriting(completionHandler:)``, and returns when the file is done.
    nonisolated(nonsending) public func finishWriting() async {
        await withCheckedContinuation { continuation in
            finishWriting { continuation.resume() }
        }
    }

    /// Not part of Apple's Swift API.
    @available(*, unavailable, message: "Use finishWriting(completionHandler:) or await finishWriting().")
    @discardableResult
    public func finishWriting() -> Bool { false }

    /// Stops writing and deletes the file. Documented: S-192.
    ///
    /// Returns when the file is gone; what hangs in the disk for more than ten seconds goes on by itself.
    public func cancelWriting() {
        let cancels: Bool
        do {
            cancels = try changeStatus { state throws(WriterRefusal) in try state.cancel() }
        } catch {
            error.raise("AVAssetWriter cancelWriting")
        }
        guard cancels else { return }
        inputs.forEach { $0.end() }
        engine.withLock { $0 }?.cancel()
    }

    // MARK: Changes of the status

    /// Makes a change of the writer's life, and tells observers of a new status.
    @discardableResult
    func changeStatus<Failure: Error>(
        _ change: (inout WriterStateMachine) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        let result = try life.withLock { state throws(Failure) in
            let old = state.status
            let result = try change(&state)
            if old != state.status {
                reportChange(
                    of: \AVAssetWriter.status,
                    from: Status(old),
                    to: Status(state.status),
                    through: outbox
                )
            }
            return result
        }
        outbox.deliver()
        return result
    }

    /// Takes note that writing failed.
    func fail(_ cause: any Error) {
        let error = WriterFailure.error(for: cause)
        guard changeStatus({ $0.fail(error) }) else { return }
        inputs.forEach { $0.end() }
        configuration.withLock { $0.hooks.onFailure }?(error)
    }
}

extension AVAssetWriter {
    /// What the movie output, which writes with this class, is told beyond Apple's API.
    struct Hooks {
        var onFailure: (@Sendable (AVError) -> Void)?
        var dropsAudioBeforeVideo = false
        var startsSessionWithFirstSample = false
        var unsettled: DispatchGroup?
    }

    /// What no time may pass for that a test holds in hand: the group is entered while something waits for its encoder. Set
    /// before writing.
    package func setUnsettledWork(_ group: DispatchGroup) {
        configuration.withLock { $0.hooks.unsettled = group }
    }

    /// Is called once when writing fails, on any thread, with the error that `error` has too. Set before writing.
    package func setFailureHandler(_ handler: (@Sendable (AVError) -> Void)?) {
        configuration.withLock { $0.hooks.onFailure = handler }
    }

    /// Whether sound that is appended with ``AVAssetWriterInput/appendOrDrop(_:)`` before the first picture is left out, so
    /// that the movie begins with a picture. Not counted as dropped. False at first.
    package var dropsAudioBeforeVideo: Bool {
        get { configuration.withLock { $0.hooks.dropsAudioBeforeVideo } }
        set { configuration.withLock { $0.hooks.dropsAudioBeforeVideo = newValue } }
    }

    /// Whether ``AVAssetWriterInput/appendOrDrop(_:)`` starts the session with the first sample that it takes. False at first.
    package var startsSessionWithFirstSample: Bool {
        get { configuration.withLock { $0.hooks.startsSessionWithFirstSample } }
        set { configuration.withLock { $0.hooks.startsSessionWithFirstSample = newValue } }
    }

    /// How many bytes the file has at present.
    package var bytesWritten: Int64 { engine.withLock { $0 }?.bytesWritten ?? 0 }

    /// How much of the movie is in the file after writing it failed; `nil` while all of it is.
    package var keptDuration: CMTime? { engine.withLock { $0 }?.keptDuration }

    /// How many samples ``AVAssetWriterInput/appendOrDrop(_:)`` dropped because an input was not ready.
    package var droppedSampleCount: Int { inputs.reduce(0) { $0 + $1.droppedSampleCount } }

    /// Whether a file is there that plays, although writing failed.
    package var leftPlayableFile: Bool { engine.withLock { $0 }?.leftPlayableFile ?? false }

    /// The source's time at which the session began.
    package var sessionStart: CMTime? { life.withLock { $0.sessionStart } }
}

/// What is appended from inside.
package struct WriterItem: @unchecked Sendable {
    // @unchecked: media that has been handed over is read only.
    package enum Content {
        /// A picture.
        case pixels(CVPixelBuffer)
        /// Samples as they are, compressed or not; times come from the item.
        case sample(CMSampleBuffer)
        /// Linear PCM.
        case audio(CMBlockBuffer, CMFormatDescription, frameCount: Int)
    }

    package var content: Content
    /// When it is shown or heard, in the source's time.
    package var presentationTime: CMTime
    /// When it is decoded; invalid if that is the same.
    package var decodeTime: CMTime
    /// How long it lasts; invalid if not known.
    package var duration: CMTime
    /// Whether a picture becomes a key frame in any case.
    var forcesKeyFrame = false

    package init(
        _ content: Content,
        presentationTime: CMTime,
        decodeTime: CMTime = .invalid,
        duration: CMTime = .invalid
    ) {
        self.content = content
        self.presentationTime = presentationTime
        self.decodeTime = decodeTime
        self.duration = duration
    }

    /// A sample buffer with its own times.
    package init(_ sample: CMSampleBuffer) {
        let pixels = sample.imageBuffer
        self.init(
            pixels.map { .pixels($0) } ?? .sample(sample),
            presentationTime: sample.presentationTimeStamp,
            decodeTime: sample.decodeTimeStamp,
            duration: sample.duration
        )
    }
}
