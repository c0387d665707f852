extension CameraScenario {
    /// Getting ready, starting and stopping when nothing goes wrong.
    static let lifecycle = [
        CameraScenario(
            "R-LIFE-5",
            "The camera is live when its first frame has come",
            .start,
            .shows(ScenarioStep.starting),
            .shows(.live, within: 0.5),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-11",
            "A quick start does not show that it loads",
            .start,
            .shows(.live),
            .neverShowed(ScenarioStep.loading)
        ),
        CameraScenario(
            "R-LIFE-11",
            "A start that takes two seconds shows that it loads",
            .fault(.slowStart(seconds: 2)),
            .start,
            .shows(ScenarioStep.loading, within: 1),
            .shows(.live, within: 3)
        ),
        CameraScenario(
            "R-LIFE-11",
            "Getting ready opens the camera, and shows nothing",
            .prewarm,
            .passes(seconds: 1),
            .holds(devices: 1),
            .noFramesCome,
            .shows(.off)
        ),
        CameraScenario(
            "R-LIFE-11",
            "What is ready starts quickly",
            .prewarm,
            .passes(seconds: 1),
            .start,
            .shows(.live, within: 0.2),
            .neverShowed(ScenarioStep.loading)
        ),
        CameraScenario(
            "R-LIFE-11",
            "Stop also gives back what was only ready",
            .prewarm,
            .passes(seconds: 1),
            .stop,
            .passes(seconds: 1),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-3",
            "Stop gives everything back, and frames end",
            .start,
            .shows(.live),
            .stop,
            .shows(.off),
            .passes(seconds: 1),
            .holds(devices: 0),
            .noFramesCome
        ),
        CameraScenario(
            "R-LIFE-3",
            "Twenty starts and stops",
            .repeats(20, [.start, .shows(.live), .stop, .shows(.off), .passes(seconds: 0.5), .holds(devices: 0)])
        ),
        CameraScenario(
            "R-LIFE-3, R-LIFE-4",
            "Twenty starts and stops without a pause use up nothing",
            .repeats(20, [.start, .stop]),
            .start,
            .shows(.live),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-3",
            "Start twice is start once",
            .start,
            .start,
            .shows(.live),
            .start,
            .stays(.live, seconds: 5)
        ),
        CameraScenario(
            "R-LIFE-3",
            "Stop twice is stop once",
            .start,
            .shows(.live),
            .stop,
            .stop,
            .shows(.off),
            .stop,
            .stays(.off, seconds: 5)
        ),
        CameraScenario(
            "R-LIFE-3",
            "A stop without a start does nothing",
            .stop,
            .stays(.off, seconds: 5),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-8",
            "A stop during the start is obeyed",
            .fault(.slowStart(seconds: 2)),
            .start,
            .passes(seconds: 0.5),
            .stop,
            .stays(.off, seconds: 10),
            .holds(devices: 0)
        ),
    ]
}
