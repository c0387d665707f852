import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras

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
