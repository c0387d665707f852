import CaptureDriver

/// A phone's rule that a session with several cameras gets its microphone first, before any camera.
///
/// `OBSERVED`, by one app: with the microphone added last the session runs, and the console shows these errors. `UNKNOWN`: what
/// Apple's code does then; its documents don't mention the order.
enum AudioFirstRule {
    /// What the console shows of a session that breaks the rule.
    static let complaints = [
        "FigAudioSession err=-19224: the microphone was added to a multi-camera session after a camera",
        "FigCaptureSourceRemote err=-17281: the audio session conflicts with cameras that were set up before it",
    ]

    private static let handhelds = SimulatedPhone.Profile.allCases.filter(\.isHandheld)
    private static let microphones = Set(handhelds.flatMap(\.microphones).map(\.id))
    private static let cameras = Set(handhelds.flatMap(\.cameraModels).map(\.description.id))

    /// - Parameter devices: what a session streams from, in the order in which it was added.
    static func isBroken(by devices: [CaptureDeviceDescription.ID]) -> Bool {
        guard devices.count(where: cameras.contains) > 1,
            let microphone = devices.firstIndex(where: microphones.contains)
        else { return false }
        return devices[..<microphone].contains(where: cameras.contains)
    }
}
