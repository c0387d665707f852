import CoreMedia
import Foundation
import FoundationExtras

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
