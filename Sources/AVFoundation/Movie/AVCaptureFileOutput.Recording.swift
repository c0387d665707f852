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
        let isBusy = fileState.withLock { state in
            guard state.current == nil else { return true }
            if session.isRunning {
                state.current = recording
                state.display = recording.plan.display
            }
            return false
        }
        if isBusy {
            recording.start(refusal: .alreadyRecording)
        } else if !session.isRunning {
            recording.start(refusal: .sessionNotRunning)
        } else {
            recording.start(refusal: nil)
            reportRecording(from: nil, to: url)
        }
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
            onClose: { [weak self] in self?.close($0) },
            onSilence: { [weak self] in self?.forget($0) }
        )
    }

    /// How long a frame of a camera lasts as it is set now.
    static func frameDuration(of device: AVCaptureDevice) -> CMTime {
        let request = device.streamRequest
        if request.frameDuration.isNumeric { return request.frameDuration }
        return request.format.frameDurations.map(\.shortest).min() ?? CMTime(value: 1, timescale: 30)
    }

    /// Ends the recording that takes samples now.
    func endCurrent(_ reason: RecordingEnd) {
        let (current, listening) = fileState.withLock { ($0.current, $0.listening) }
        // Those that only wait for the end of their sound must not wait for what will never come.
        if !reason.leavesMicrophoneRunning { listening.forEach { $0.post(.end(reason)) } }
        guard let current else { return }
        close(current)
        current.post(.end(reason))
    }

    /// The recording takes no more pictures.
    private func close(_ recording: FileRecording) {
        let wasOpen = fileState.withLock { state in
            guard state.current === recording else { return false }
            state.current = nil
            state.listening.append(recording)
            return true
        }
        guard wasOpen else { return }
        reportRecording(from: recording.url, to: nil)
        guard recording.plan.display.progress.isPaused else { return }
        reportChange(of: \AVCaptureFileOutput.isRecordingPaused, from: true, to: false)
    }

    /// The recording takes no more sound.
    private func forget(_ recording: FileRecording) {
        fileState.withLock { state in state.listening.removeAll { $0 === recording } }
    }

    func setPaused(_ isPaused: Bool) {
        guard let recording = fileState.withLock({ $0.current }), recording.plan.display.progress.isPaused != isPaused
        else { return }
        recording.setPaused(isPaused)
        reportChange(of: \AVCaptureFileOutput.isRecordingPaused, from: !isPaused, to: isPaused)
    }

    private func reportRecording(from old: URL?, to new: URL?) {
        reportChange(of: \AVCaptureFileOutput.isRecording, from: old != nil, to: new != nil)
        reportChange(of: \AVCaptureFileOutput.outputFileURL, from: old, to: new)
    }

    private func refuse(_ selector: String, _ reason: String) -> Never {
        programmerError(.invalidArgument, "*** -[\(type(of: self)) \(selector)] \(reason)")
    }
}
