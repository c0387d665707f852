extension CameraScenario {
    /// The session says that it runs, but the frames say something else.
    static let silence = [
        CameraScenario(
            "R-LIFE-5",
            "A camera that falls silent is brought back",
            .start,
            .shows(.live),
            .fault(.stall(seconds: 8)),
            .shows(.recovering(attempt: 1)),
            .shows(.live),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-5",
            "A pause of a second is no failure",
            .start,
            .shows(.live),
            .fault(.stall(seconds: 1)),
            .stays(.live, seconds: 10)
        ),
        CameraScenario(
            "R-LIFE-5, R-LIFE-6",
            "A camera that stays silent needs the user, and is given back",
            .start,
            .shows(.live),
            .fault(.stall(seconds: 600)),
            .shows(.recovering(attempt: 1)),
            .shows(.live),
            .fault(.stall(seconds: 600)),
            .shows(.recovering(attempt: 2)),
            .shows(.live),
            .fault(.stall(seconds: 600)),
            .shows(.recovering(attempt: 3)),
            .shows(.live),
            .fault(.stall(seconds: 600)),
            .shows(ScenarioStep.failed),
            .passes(seconds: 1),
            .holds(devices: 0),
            .restart,
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-5",
            "A first frame that takes two seconds is waited for",
            .fault(.firstFrameStall(seconds: 2)),
            .start,
            .shows(.live),
            .neverShowed(.recovering(attempt: 1))
        ),
        CameraScenario(
            "R-LIFE-5",
            "A first frame that does not come is a failure, not a black picture",
            .fault(.firstFrameStall(seconds: 60)),
            .start,
            .shows(.recovering(attempt: 1), within: 4),
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-5, R-LIFE-8",
            "Stopped while the first frame is waited for",
            .fault(.firstFrameStall(seconds: 60)),
            .start,
            .passes(seconds: 2),
            .stop,
            .stays(.off, seconds: 10),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-5",
            "A camera that loses half of its frames is live",
            .fault(.droppedFrames(percent: 50, seconds: nil)),
            .start,
            .shows(.live),
            .stays(.live, seconds: 20)
        ),
        CameraScenario(
            "R-LIFE-5",
            "Times that jump do not disturb",
            .start,
            .shows(.live),
            .fault(.timestampJump(seconds: 3_600)),
            .stays(.live, seconds: 5),
            .fault(.wrapTimestamp),
            .fault(.wrapSequenceNumber),
            .stays(.live, seconds: 5)
        ),
        CameraScenario(
            "R-LIFE-9, R-LIFE-5",
            "After an interruption the frames are watched again",
            .start,
            .shows(.live),
            .interrupts(.cameraInUse),
            .shows(.interrupted(.cameraInUse)),
            .interruptionEnds(.cameraInUse),
            .shows(.live),
            .passes(seconds: 5),
            .fault(.stall(seconds: 8)),
            .shows(.recovering(attempt: 1)),
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-5, R-LIFE-12",
            "After a change of cameras the frames are watched again",
            .start,
            .shows(.live),
            .selects(.front),
            .passes(seconds: 2),
            .fault(.unplugMidFrame),
            .passes(seconds: 2),
            .shows(.live),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-5",
            "Whoever gets the frames and does not return is not the camera's fault",
            .start,
            .shows(.live),
            .consumerBlocks,
            .stays(.live, seconds: 20),
            .consumerGoesOn,
            .framesCome,
            .stays(.live, seconds: 5)
        ),
        CameraScenario(
            "R-LIFE-3",
            "The camera is given back while its frames are held up",
            .start,
            .shows(.live),
            .consumerBlocks,
            .passes(seconds: 1),
            .stop,
            .shows(.off),
            .passes(seconds: 2),

            .consumerGoesOn,
            .stays(.off, seconds: 5),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-6",
            "Frames are held up for longer than anybody waits; afterwards the user's restart works",
            .start,
            .shows(.live),
            .consumerBlocks,
            .passes(seconds: 1),
            .leavesApp,
            .returnsToApp,
            .passes(seconds: 40),
            .consumerGoesOn,
            .restart,
            .shows(.live),
            .framesCome
        ),
    ]
}
