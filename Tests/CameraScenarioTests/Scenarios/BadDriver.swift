import CaptureDriver

extension CameraScenario {
    /// A driver that fails, or hangs, in each of its calls.
    static let badDriver = failingOnce + failingAlways + hanging + controls

    /// The calls that a start makes.
    private static let calls = [TroubledDriver.Call.open, .startStream]

    /// A refusal has to be dealt with by the user, and a bus without room (-11872) gets it by an act of the user's only.
    private static let failingOnce = calls.flatMap { call in
        CaptureDriverError.Kind.allCases.filter { $0 != .denied && $0 != .bandwidth }.map { kind in
            CameraScenario(
                "R-LIFE-5, R-LIFE-8",
                "One failure of \(call) with \(kind) is recovered from",
                .driver(call, .fails(kind)),
                .start,
                .shows(.live),
                .framesCome
            )
        }
    }

    /// As long as the trouble lasts the user sees why; afterwards the way out works.
    private static let failingAlways = calls.flatMap { call in
        CaptureDriverError.Kind.allCases.map { kind in
            CameraScenario(
                "R-LIFE-6, R-LIFE-8",
                "\(call) always fails with \(kind), until it is over and the user tries again",
                .driver(call, .fails(kind), times: 1_000),
                .start,
                .showsAnyOf([ScenarioStep.failed, .denied, .noCamera, .interrupted(.cameraInUse)], within: 30),
                .passes(seconds: 30),
                .neverShowed(.live),
                .driverHeals,
                .stop,
                .shows(.off),
                .start,
                .shows(.live),
                .framesCome
            )
        }
    }

    private static let hanging = [
        CameraScenario(
            "R-LIFE-5, R-LIFE-8",
            "A start that the system never answers is given up, and a new session is live",
            .startHangs,
            .start,
            .shows(.recovering(attempt: 1), within: 11),
            .shows(.live, within: 5),
            .framesCome,
            .passes(seconds: 15),
            .shows(.live),
            .neverShowed(ScenarioStep.failed)
        ),
        CameraScenario(
            "R-LIFE-8, R-LIFE-13",
            "A session that was given up and answers after all disturbs nobody",
            .startHangs,
            .start,
            .shows(.recovering(attempt: 1), within: 11),
            .shows(.live, within: 5),
            .stop,
            .shows(.off),
            .start,
            .shows(.live),
            .resetsMediaServices,
            .shows(.live),
            .framesCome,
            .neverShowed(.recovering(attempt: 2))
        ),
        CameraScenario(
            "R-LIFE-5, R-LIFE-6",
            "A camera that cannot be opened in any time is given up, and comes back when it can",
            .driver(.open, .hangs),
            .start,
            .shows(.recovering(attempt: 1), within: 11),
            .shows(ScenarioStep.failed, within: 60),
            .driverHeals,
            .restart,
            .shows(.live),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-5, R-LIFE-6",
            "A stream whose start never returns is given up",
            .driver(.startStream, .hangs),
            .start,
            .shows(.recovering(attempt: 1), within: 11),
            .shows(ScenarioStep.failed, within: 60),
            .driverHeals,
            .restart,
            .shows(.live),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-5, R-LIFE-8",
            "A start that returns in the middle of the second attempt",
            .driver(.startStream, .hangs),
            .start,
            .shows(.recovering(attempt: 1), within: 11),
            .passes(seconds: 3),
            .driverHeals,
            .shows(.live, within: 30),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-3, R-LIFE-8",
            "A stop that never returns does not keep the user",
            .start,
            .shows(.live),
            .driver(.stopStream, .hangs),
            .stop,
            .shows(.off, within: 0.1),
            .passes(seconds: 15),
            .driverHeals,
            .start,
            .shows(.live, within: 60)
        ),
        CameraScenario(
            "R-LIFE-3, R-LIFE-10",
            "A camera that cannot be closed in any time, on the way to the background",
            .start,
            .shows(.live),
            .driver(.close, .hangs),
            .leavesApp,
            .shows(.inBackground, within: 0.1),
            .passes(seconds: 15),
            .driverHeals,
            .returnsToApp,
            .shows(.live, within: 60)
        ),
        CameraScenario(
            "R-LIFE-8",
            "Stopped while a start hangs, the camera stays off when it returns",
            .driver(.startStream, .hangs),
            .start,
            .passes(seconds: 2),
            .stop,
            .shows(.off),
            .passes(seconds: 12),
            .driverHeals,
            .stays(.off, seconds: 20),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-12",
            "Another camera is chosen while a start hangs",
            .driver(.startStream, .hangs),
            .start,
            .passes(seconds: 2),
            .selects(.front),
            .passes(seconds: 12),
            .driverHeals,
            .shows(.live, within: 60),
            .uses(.front)
        ),
    ]

    private static let controls = [
        CameraScenario(
            "R-LIFE-5",
            "Controls that fail do not cost the picture",
            .driver(.setControl, .fails(.io), times: 100),
            .driver(.controlValue, .fails(.timedOut), times: 100),
            .driver(.setFrameDuration, .fails(.io), times: 100),
            .start,
            .shows(.live),
            .pressure(.serious),
            .passes(seconds: 5),
            .pressure(.nominal),
            .passes(seconds: 5),
            .shows(.live, within: 30),
            .framesCome
        )
    ]
}
