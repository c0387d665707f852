import CameraEngine

/// Two cameras at once for a real camera; the control on the device's edge is not offered yet.
extension LiveCamera {
    public func setDual(isOn: Bool) async throws(CameraCommandError) {
        try await requireControls()
        await model.setDual(isOn)
    }

    public func setArrangement(_ arrangement: ViewfinderArrangement) async throws(CameraCommandError) {
        await model.setArrangement(DualArrangement(arrangement))
    }

    public func swapCameras() async throws(CameraCommandError) { await model.swapCameras() }

    private static let noHardware = CameraCommandError(.unavailable, "There is no Camera Control here.")

    public func setHardware(isActive: Bool) async throws(CameraCommandError) { throw Self.noHardware }

    public func setHardwareControl(id: String, value: Double) async throws(CameraCommandError) { throw Self.noHardware }
}
