import AVFoundation
import CameraEngine
import Foundation

/// Two cameras at once, and the control on the device's edge.
extension LiveCamera {
    public func setDual(isOn: Bool) async throws(CameraCommandError) {
        try await requireControls()
        await model.setDual(isOn)
    }

    public func setArrangement(_ arrangement: ViewfinderArrangement) async throws(CameraCommandError) {
        await model.setArrangement(DualArrangement(arrangement))
    }

    public func swapCameras() async throws(CameraCommandError) { await model.swapCameras() }

    public func setHardware(isActive: Bool) async throws(CameraCommandError) {
        let panel = HardwareControlPanel.shared
        guard isActive != (panel.state.showing != .nothing) else { return }
        panel.perform(isActive ? .lightPress : .dismiss)
    }

    public func setHardwareControl(id: String, value: Double) async throws(CameraCommandError) {
        guard let number = HardwareControlFace.ID(id) else {
            throw CameraCommandError(.invalidRequest, "The Camera Control does not change \(id).")
        }
        // Shown first, as under a finger: the app hears that its controls are in use.
        HardwareControlPanel.shared.select(number)
        HardwareControlPanel.shared.set(number, to: value)
    }

    /// Follows the control on the device's edge, until what is returned is released.
    func followHardware() -> [any Sendable] {
        let panel = HardwareControlPanel.shared
        return [
            panel.observe { [weak self] _ in Task { await self?.announceState() } },
            panel.observeShutter { [weak self] in Task { await self?.pressShutter() } },
        ]
    }

    /// The device's own shutter: what the page's big button does. What goes wrong shows in the state.
    private func pressShutter() async {
        let (isVideo, phase) = await MainActor.run { (model.mode == .video, model.recording.phase) }
        switch phase {
        case .recording, .paused: _ = try? await stopRecording()
        case .starting, .finishing: return
        case .idle where isVideo: try? await startRecording(hasSound: true, hasSeparateFiles: false)
        case .idle: _ = try? await takePhoto()
        }
    }
}
