public import Viewfinder

/// The app on a simulated phone, as far as the phone deals with it.
public protocol SimulatedApp: Sendable {
    /// The app leaves the screen.
    func enterBackground() async

    /// The app is on the screen again, or comes back from the settings.
    func enterForeground() async

    /// The identifier of the camera that the app shows; nil when that is the phone's default one, or none.
    func cameraInUse() async -> String?
}

extension LiveCamera: SimulatedApp {
    public func cameraInUse() async -> String? {
        let state = await state()
        // Beside another camera, one that is built of several lenses is used through one of them.
        return state.dual.cameras.first { !$0.isLost }?.id ?? state.cameras.first(where: \.isSelected)?.id
    }
}
