extension CameraScenario {
    /// The user presses "Restart Camera".
    static let restart = [
        CameraScenario(
            "R-LIFE-6, R-LIFE-7",
            "Exhausted hardware needs the user, whose restart brings the camera back",
            .start,
            .shows(.live),
            .sessionFails(code: -11872),
            .shows(ScenarioStep.failed),
            .stays(ScenarioStep.failed, seconds: 60),
            .holds(devices: 0),
            .restart,
            .shows(.live),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-7",
            "The hardware gets three quarters of a second to settle",
            .start,
            .shows(.live),
            .restart,
            .passes(seconds: 0.7),
            .holds(devices: 0),
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-7",
            "A camera that works can be restarted, too",
            .start,
            .shows(.live),
            .restart,
            .shows(ScenarioStep.starting),
            .shows(.live),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-7",
            "Pressed ten times it still is one restart at a time",
            .start,
            .shows(.live),
            .repeats(10, [.restart, .passes(seconds: 0.1)]),
            .shows(.live),
            .framesCome
        ),
        CameraScenario("R-LIFE-7", "Restart Camera starts a camera that is off", .restart, .shows(.live)),
        CameraScenario(
            "R-LIFE-7, R-LIFE-8",
            "A stop during the settle time is obeyed",
            .start,
            .shows(.live),
            .restart,
            .passes(seconds: 0.3),
            .stop,
            .stays(.off, seconds: 10),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-6",
            "Stop and start are a way out of a failure, too",
            .start,
            .shows(.live),
            .sessionFails(code: -11872),
            .shows(ScenarioStep.failed),
            .stop,
            .shows(.off),
            .start,
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-6, R-LIFE-7",
            "As long as the fault is there each restart ends where the user can act",
            .startFails(code: -11872),
            .startFails(code: -11872),
            .startFails(code: -11872),
            .start,
            .shows(ScenarioStep.failed),
            .restart,
            .shows(ScenarioStep.starting),
            .shows(ScenarioStep.failed),
            .restart,
            .shows(ScenarioStep.starting),
            .shows(ScenarioStep.failed),
            .restart,
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-6",
            "A start is no way around a failure, since nothing has changed",
            .start,
            .shows(.live),
            .sessionFails(code: -11872),
            .shows(ScenarioStep.failed),
            .start,
            .stays(ScenarioStep.failed, seconds: 10)
        ),
        CameraScenario(
            "R-LIFE-7, R-LIFE-10",
            "The app is left during the settle time",
            .start,
            .shows(.live),
            .restart,
            .passes(seconds: 0.3),
            .leavesApp,
            .stays(.inBackground, seconds: 5),
            .holds(devices: 0),
            .returnsToApp,
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-7",
            "Restarted while it recovers",
            .startFails(code: -11800),
            .startFails(code: -11800),
            .start,
            .shows(.recovering(attempt: 2)),
            .restart,
            .shows(.live)
        ),
    ]
}
