/// Two cameras at once, and the control on the device's edge: neither is offered yet.
extension LiveCamera {
    private static let oneCamera = CameraCommandError(.unavailable, "There are no two cameras here that run together.")
    private static let noHardware = CameraCommandError(.unavailable, "There is no Camera Control here.")

    public func setDual(isOn: Bool) async throws(CameraCommandError) { if isOn { throw Self.oneCamera } }

    public func setArrangement(_ arrangement: ViewfinderArrangement) async throws(CameraCommandError) {
        throw Self.oneCamera
    }

    public func swapCameras() async throws(CameraCommandError) { throw Self.oneCamera }

    public func setHardware(isActive: Bool) async throws(CameraCommandError) { throw Self.noHardware }

    public func setHardwareControl(id: String, value: Double) async throws(CameraCommandError) { throw Self.noHardware }
}
