import CaptureCore
import CaptureDriver
import CoreMedia
import Dispatch
import Foundation
@_spi(Pinhole) import FoundationExtras

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
