@preconcurrency import AVFoundation
import CameraLifecycle
import Synchronization

/// Records movies that show several cameras at once, and if wanted one of each camera besides, with the same sound (R-MULTI-8).
///
/// Pictures and sound are handed over from data outputs' delegates, on whatever threads those are called; nothing waits. What
/// encoder and disk have no time for is dropped and counted.
@_spi(Pinhole) public final class CompositeMovieRecorder: Sendable {
    private let recordings = Mutex<[RecordingTicket: CompositeRecording]>([:])
    /// The metrics of the recording that began last; they outlast it.
    private let latest = Mutex<CompositeRecording?>(nil)

    /// Nothing is recorded yet.
    @_spi(Pinhole) public init() {}

    /// Whether a file is open, or about to be.
    var isActive: Bool { recordings.withLock { !$0.isEmpty } }

    // MARK: Recordings

    /// Begins a movie with the next pictures.
    ///
    /// - Parameter report: called with what becomes of it, on any queue; the last time with `.ended`.
    func start(_ plan: CompositeRecordingPlan, report: @escaping @Sendable (MovieRecorder.News) -> Void) {
        guard !isActive else {
            return report(.ended(plan.ticket, .alreadyRecording, MovieFileInfo(url: plan.url)))
        }
        let ticket = plan.ticket
        let recording = CompositeRecording(plan) { [weak self] news in
            if case .ended = news { self?.forget(ticket) }
            report(news)
        }
        latest.withLock { $0 = recording }
        recordings.withLock { $0[ticket] = recording }
    }

    /// Lets the movie grow no more until it is resumed.
    func pause(_ ticket: RecordingTicket) { post(ticket) { .pause($0.plan.now()) } }

    /// Lets a paused movie grow again.
    func resume(_ ticket: RecordingTicket) { post(ticket) { .resume($0.plan.now()) } }

    /// Ends the movie; `.ended` follows, if it has not come by itself.
    ///
    /// - Parameter reason: why, if nobody asked for it: the session was interrupted, or has failed.
    func stop(_ ticket: RecordingTicket, _ reason: RecordingEnd = .requested) { post(ticket) { _ in .end(reason) } }

    /// Ends whatever is recorded.
    func stopAll(_ reason: RecordingEnd) { postAll(.end(reason)) }

    /// How far the movie is that began last.
    var progress: MovieProgress { latest.withLock { $0 }?.metrics.progress ?? MovieProgress() }

    /// What it lacks, by reason.
    var losses: FrameLosses { latest.withLock { $0 }?.metrics.losses ?? FrameLosses() }

    // MARK: What is captured

    /// A camera's picture; one without pixels counts as lost. Cameras that the movie's plan does not have are none of it.
    @_spi(Pinhole) public func append(_ sample: CMSampleBuffer, from camera: Int) { postAll(.frame(sample, camera)) }

    /// A camera had to drop pictures.
    func recordLosses(_ count: Int, of camera: Int) { postAll(.lost(camera, count: count)) }

    /// A camera is gone: the others go on. When no camera is left, the movie ends. A picture of the camera takes that back.
    func cameraLeft(_ camera: Int) { postAll(.left(camera)) }

    /// Linear PCM.
    @_spi(Pinhole) public func appendAudio(_ sample: CMSampleBuffer) { postAll(.audio(sample)) }

    /// The microphone is gone: the movie goes on without sound (R-REC-6).
    func audioEnded() { postAll(.audioEnded) }

    /// Brings the pictures to another arrangement, within a quarter of a second of the movie.
    func arrange(_ arrangement: CameraArrangement) { postAll(.arrangement(arrangement)) }

    // MARK: Inside

    private func post(_ ticket: RecordingTicket, _ item: (CompositeRecording) -> SampleInbox.Item) {
        guard let recording = recordings.withLock({ $0[ticket] }) else { return }
        recording.post(item(recording))
    }

    private func postAll(_ item: SampleInbox.Item) {
        // One at most, but for those that are being finished.
        for recording in recordings.withLock({ Array($0.values) }) { recording.post(item) }
    }

    private func forget(_ ticket: RecordingTicket) {
        let former = recordings.withLock { $0.removeValue(forKey: ticket) }
        // It is the recording that calls: it goes after the lock has.
        withExtendedLifetime(former) {}
    }
}
