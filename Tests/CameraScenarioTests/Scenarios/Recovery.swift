extension CameraScenario {
    /// Something fails, and the engine brings the camera back by itself.
    static let recovery = [
        CameraScenario(
            "R-LIFE-8",
            "A reset of the media services is recovered from",
            .start,
            .shows(.live),
            .resetsMediaServices,
            .shows(.recovering(attempt: 1)),
            .shows(.live),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-8",
            "Ten resets, far apart, are recovered from at the first attempt",
            .start,
            .shows(.live),
            .repeats(10, [.resetsMediaServices, .shows(.recovering(attempt: 1)), .shows(.live), .passes(seconds: 12)]),
            .neverShowed(.recovering(attempt: 2))
        ),
        CameraScenario(
            "R-LIFE-6, R-LIFE-8",
            "The fourth reset in a row needs the user",
            .start,
            .shows(.live),
            .resetsMediaServices,
            .shows(.recovering(attempt: 1)),
            .shows(.live),
            .resetsMediaServices,
            .shows(.recovering(attempt: 2)),
            .shows(.live),
            .resetsMediaServices,
            .shows(.recovering(attempt: 3)),
            .shows(.live),
            .resetsMediaServices,
            .shows(ScenarioStep.failed),
            .stays(ScenarioStep.failed, seconds: 60),
            .holds(devices: 0),
            .restart,
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-8",
            "An error without a special meaning is recovered from",
            .start,
            .shows(.live),
            .sessionFails(code: -11800),
            .shows(.recovering(attempt: 1)),
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-5, R-LIFE-8",
            "A start that fails once is tried again",
            .startFails(code: -11800),
            .start,
            .shows(.recovering(attempt: 1)),
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-5, R-LIFE-8",
            "A start that fails three times succeeds at the last attempt",
            .startFails(code: -11800),
            .startFails(code: -11800),
            .startFails(code: -11800),
            .start,
            .shows(.recovering(attempt: 3)),
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-6, R-LIFE-8",
            "A start that fails four times needs the user",
            .startFails(code: -11800),
            .startFails(code: -11800),
            .startFails(code: -11800),
            .startFails(code: -11800),
            .start,
            .shows(ScenarioStep.failed),
            .stays(ScenarioStep.failed, seconds: 60),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-6",
            "A start for which there is no hardware left needs the user at once",
            .startFails(code: -11872),
            .start,
            .shows(ScenarioStep.failed),
            .neverShowed(.live),
            .restart,
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-8",
            "A reset while the camera is off starts nothing",
            .start,
            .shows(.live),
            .stop,
            .shows(.off),
            .resetsMediaServices,
            .stays(.off, seconds: 20),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-8",
            "Recovery does not undo a stop",
            .start,
            .shows(.live),
            .resetsMediaServices,
            .shows(.recovering(attempt: 1)),
            .stop,
            .stays(.off, seconds: 30),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-8",
            "Recovery does not undo a stop in its third wait either",
            .startFails(code: -11800),
            .startFails(code: -11800),
            .startFails(code: -11800),
            .start,
            .shows(.recovering(attempt: 3)),
            .passes(seconds: 1),
            .stop,
            .stays(.off, seconds: 30),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-8",
            "Stopped and started during a recovery, failures count anew",
            .startFails(code: -11800),
            .startFails(code: -11800),
            .start,
            .shows(.recovering(attempt: 2)),
            .stop,
            .shows(.off),
            .start,
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-8",
            "The stream ends with an input or output error",
            .start,
            .shows(.live),
            .fault(.fatalStreamingError),
            .shows(.recovering(attempt: 1)),
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-12",
            "A camera that stops answering is opened anew",
            phone: .webcam,
            .start,
            .shows(.live),
            .fault(.disconnect),
            .showsAnyOf([ScenarioStep.starting, .recovering(attempt: 1)]),
            .shows(.live),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-8",
            "Two notices of one failure are one failure",
            .start,
            .shows(.live),
            .event(.failed(.other, isRunning: false)),
            .event(.failed(.other, isRunning: false)),
            .shows(.live),
            .neverShowed(.recovering(attempt: 2))
        ),
        CameraScenario(
            "R-LIFE-13",
            "An error that a running session is told of is a former one's",
            .start,
            .shows(.live),
            .event(.failed(.other, isRunning: true)),
            .stays(.live, seconds: 10)
        ),
        CameraScenario(
            "R-LIFE-8",
            "The kernel refuses buffers, then the stream, then works",
            phone: .webcam,
            .fault(.requestBuffersError(count: 1)),
            .fault(.streamOnError(count: 1)),
            .start,
            .shows(.recovering(attempt: 1)),
            .shows(.live)
        ),
    ]
}
