import CaptureDriver

/// The words that scripts use for values of the seam's types.
enum ScriptKeys {
    static let startFailures: [(String, CaptureDriverError.Kind)] = [
        ("busy", .busy), ("bandwidth", .bandwidth), ("denied", .denied), ("io", .io), ("out-of-memory", .outOfMemory),
        ("unsupported-format", .unsupportedFormat), ("timed-out", .timedOut), ("disconnected", .disconnected),
    ]
    static let interruptions: [(String, CaptureInterruption)] = [
        ("background", .videoDeviceNotAvailableInBackground),
        ("audio-in-use", .audioDeviceInUseByAnotherClient),
        ("video-in-use", .videoDeviceInUseByAnotherClient),
        ("multiple-foreground-apps", .videoDeviceNotAvailableWithMultipleForegroundApps),
        ("system-pressure", .videoDeviceNotAvailableDueToSystemPressure),
        ("sensitive-content", .sensitiveContentMitigationActivated),
    ]
    static let calls: [(String, SimulatedPhone.Call)] = [("voice", .voice), ("video", .video)]
    static let accessories: [(String, SimulatedAccessory)] = SimulatedAccessory.allCases.map { ($0.rawValue, $0) }
    static let answers: [(String, Bool)] = [("yes", true), ("no", false)]
    static let leaks: [(String, HardwareLeak)] = HardwareLeak.allCases.map { ($0.rawValue, $0) }
    static let levels: [(String, SystemPressure.Level)] = [
        ("nominal", .nominal), ("fair", .fair), ("serious", .serious), ("critical", .critical), ("shutdown", .shutdown),
    ]
    static let media: [(String, CaptureDeviceDescription.Medium)] = [("video", .video), ("audio", .audio)]
    static let authorizations: [(String, CaptureAuthorization)] = [
        ("not-determined", .notDetermined), ("restricted", .restricted), ("denied", .denied),
        ("authorized", .authorized),
    ]
    static let orientations: [(String, HostOrientation)] = [
        ("portrait", .portrait), ("portrait-upside-down", .portraitUpsideDown), ("landscape-left", .landscapeLeft),
        ("landscape-right", .landscapeRight),
    ]

    /// What a user does with the button for cameras.
    ///
    /// - Parameter share: how far a finger slides.
    static func gestures(by share: Double) -> [(String, CaptureControlGesture)] {
        [
            ("press", .press), ("light-press", .lightPress), ("double-light-press", .doubleLightPress),
            ("slide", .slide(share)), ("dismiss", .dismiss),
        ]
    }

    /// The word for a value that is in a list.
    static func word<Value: Equatable>(for value: Value, in list: [(String, Value)]) -> String {
        list.first { $0.1 == value }?.0 ?? "\(value)"
    }
}
