extension CameraScenario {
    /// The user decides whether there is a camera at all.
    static let permission = [
        CameraScenario(
            "R-LIFE-1",
            "Where permission was given before, nobody is asked",
            .start,
            .shows(.live),
            .neverShowed(.askingForPermission),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-1",
            "The user is asked and allows",
            permission: .notDetermined,
            .answers(.allow),
            .start,
            .shows(.live),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-1",
            "The user is asked and refuses",
            permission: .notDetermined,
            .answers(.deny),
            .start,
            .shows(.denied),
            .stays(.denied, seconds: 60),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-1",
            "The question stays on the screen for a minute, and nothing is opened meanwhile",
            permission: .notDetermined,
            .answers(.wait),
            .start,
            .shows(.askingForPermission),
            .stays(.askingForPermission, seconds: 60),
            .holds(devices: 0),
            .permission(.authorized),
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-1",
            "The user thinks for a while, then refuses",
            permission: .notDetermined,
            .answers(.wait),
            .start,
            .shows(.askingForPermission),
            .passes(seconds: 10),
            .permission(.denied),
            .shows(.denied),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-1",
            "A former refusal shows at once, and no session is started",
            permission: .denied,
            .start,
            .shows(.denied),
            .neverShowed(ScenarioStep.starting),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-1",
            "A company's profile forbids the camera",
            permission: .restricted,
            .start,
            .shows(.restricted),
            .neverShowed(ScenarioStep.starting),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-1",
            "The user goes to the settings, allows, and comes back",
            permission: .denied,
            .start,
            .shows(.denied),
            .leavesApp,
            .permission(.authorized),
            .returnsToApp,
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-1",
            "Permission is given elsewhere, and the user tries again",
            permission: .denied,
            .start,
            .shows(.denied),
            .permission(.authorized),
            .start,
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-1",
            "Permission is taken away while the camera is live",
            .start,
            .shows(.live),
            .permission(.denied),
            .shows(.denied),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-1",
            "Permission is taken away while the app is in the background",
            .start,
            .shows(.live),
            .leavesApp,
            .shows(.inBackground),
            .permission(.denied),
            .returnsToApp,
            .shows(.denied),
            .neverShowed(ScenarioStep.failed)
        ),
        CameraScenario(
            "R-LIFE-1",
            "Permission is taken away and given back",
            .start,
            .shows(.live),
            .permission(.denied),
            .shows(.denied),
            .leavesApp,
            .permission(.authorized),
            .returnsToApp,
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-1",
            "The app is left and comes back while the question is open: it is asked once only",
            permission: .notDetermined,
            .answers(.wait),
            .start,
            .shows(.askingForPermission),
            .leavesApp,
            .returnsToApp,
            .leavesApp,
            .returnsToApp,
            .shows(.askingForPermission),
            .permission(.authorized),
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-1",
            "The user stops while being asked; the answer starts nothing",
            permission: .notDetermined,
            .answers(.wait),
            .start,
            .shows(.askingForPermission),
            .stop,
            .shows(.off),
            .permission(.authorized),
            .stays(.off, seconds: 20),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-1",
            "Restart Camera does not get around a refusal",
            permission: .denied,
            .start,
            .shows(.denied),
            .restart,
            .passes(seconds: 5),
            .shows(.denied),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-1, R-LIFE-11",
            "Getting ready asks for permission, and opens nothing when refused",
            permission: .notDetermined,
            .answers(.deny),
            .prewarm,
            .passes(seconds: 2),
            .holds(devices: 0),
            .start,
            .shows(.denied)
        ),
    ]
}
