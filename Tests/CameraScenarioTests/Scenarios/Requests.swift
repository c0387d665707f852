extension CameraScenario {
    /// Users who do everything at once.
    static let requests = [
        CameraScenario(
            "R-LIFE-8",
            "The last wish counts: off",
            .repeats(10, [.start, .restart, .selects(.front), .leavesApp, .returnsToApp, .stop]),
            .stays(.off, seconds: 20),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-8",
            "The last wish counts: on",
            .repeats(10, [.stop, .leavesApp, .restart, .returnsToApp, .selects(.back), .start]),
            .shows(.live),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-8",
            "Everything twice",
            .prewarm,
            .prewarm,
            .start,
            .start,
            .selects(.front),
            .selects(.front),
            .restart,
            .restart,
            .leavesApp,
            .leavesApp,
            .returnsToApp,
            .returnsToApp,
            .shows(.live),
            .uses(.front)
        ),
        CameraScenario(
            "R-LIFE-11",
            "Getting ready while live changes nothing",
            .start,
            .shows(.live),
            .prewarm,
            .stays(.live, seconds: 10)
        ),
        CameraScenario(
            "R-LIFE-8",
            "A hundred changes of mind",
            .repeats(50, [.start, .stop]),
            .stays(.off, seconds: 10),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-8, R-LIFE-12",
            "A choice after the stop starts nothing",
            .start,
            .shows(.live),
            .stop,
            .selects(.front),
            .stays(.off, seconds: 10),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-8, R-LIFE-10",
            "Coming back after the stop starts nothing",
            .start,
            .shows(.live),
            .stop,
            .leavesApp,
            .returnsToApp,
            .stays(.off, seconds: 10),
            .holds(devices: 0)
        ),
    ]
}
