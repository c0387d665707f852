@_spi(Pinhole) import AVFoundation
import CameraEngine
import CaptureCore
import Foundation

/// Several cameras at once, and the control on the device's edge.
extension LiveCamera {
    public func setDual(isOn: Bool) async throws(CameraCommandError) {
        try await requireControls()
        await model.setCameraCount(isOn ? streams.count : 1)
    }

    public func arrange(_ change: ViewfinderArrangement.Change) async throws(CameraCommandError) {
        try await requireControls()
        arrange { $0 = $0.applying(change) }
    }

    public func swapCameras() async throws(CameraCommandError) {
        try await requireControls()
        let running = await model.multiCam.cameras.filter { !$0.isLost }.map(\.index)
        arrange { $0 = $0.swapped(among: running) }
    }

    /// The engine takes whole arrangements, and shows them a moment later: what it shows may lack the change before this one.
    private func arrange(_ change: (inout ViewfinderArrangement) -> Void) {
        arrangement.withLock { arrangement in
            change(&arrangement)
            // Only hands it over, so that arrangements come to the engine in the order of their making.
            engine.setArrangement(CameraArrangement(arrangement))
        }
    }

    public func setHardware(isActive: Bool) async throws(CameraCommandError) {
        guard isActive != (controlPanel.state.showing != .nothing) else { return }
        controlPanel.perform(isActive ? .lightPress : .dismiss)
    }

    public func setHardwareControl(id: String, value: Double) async throws(CameraCommandError) {
        guard let number = HardwareControlFace.ID(id) else {
            throw CameraCommandError(.invalidRequest, "The Camera Control changes nothing of that name.")
        }
        // Shown first, as under a finger: the app hears that its controls are in use.
        controlPanel.select(number)
        controlPanel.set(number, to: value)
    }

    /// Follows the control on the device's edge, until what is returned is released.
    func followHardware() -> [any Sendable] {
        [
            controlPanel.observe { [weak self] _ in Task { await self?.announceState() } },
            controlPanel.observeShutter { [weak self] in Task { await self?.pressShutter() } },
        ]
    }

    /// The device's own shutter: what the page's big button does. Nobody waits for an answer, so what goes wrong is told to all
    /// who look, in the words that the button would get.
    private func pressShutter() async {
        do throws(CameraCommandError) {
            let (mode, phase) = await MainActor.run { (model.mode, model.recording.phase) }
            switch shutterPresses.withLock({ $0.press(mode: mode, phase: phase) }) {
            case .photo: _ = try await takePhoto()
            case .scan: try await scanningShutter.press()
            case .startRecording(let press):
                defer { shutterPresses.withLock { $0.answered(press) } }
                try await startRecording(hasAudio: true, hasSeparateFiles: false)
            case .stopRecording(let press):
                defer { shutterPresses.withLock { $0.answered(press) } }
                _ = try await stopRecording()
            case .nothing: return
            }
        } catch {
            listeners.send(.failure(error))
        }
    }
}
