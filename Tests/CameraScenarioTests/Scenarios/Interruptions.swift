import CameraLifecycle

extension CameraScenario {
    /// The system takes the camera away for a while.
    static let interruptions =
        CameraInterruption.allCases.map { reason in
            CameraScenario(
                "R-LIFE-9",
                "An interruption shows its reason and ends by itself: \(reason)",
                .start,
                .shows(.live),
                .interrupts(reason),
                .shows(.interrupted(reason)),
                .noFramesCome,
                .interruptionEnds(reason),
                .shows(.live),
                .framesCome
            )
        } + [
            CameraScenario(
                "R-LIFE-9",
                "An interruption of ten minutes is waited for",
                .start,
                .shows(.live),
                .interrupts(.cameraInUse),
                .shows(.interrupted(.cameraInUse)),
                .stays(.interrupted(.cameraInUse), seconds: 600),
                .interruptionEnds(.cameraInUse),
                .shows(.live)
            ),
            CameraScenario(
                "R-LIFE-9",
                "Ten interruptions in a row",
                .start,
                .shows(.live),
                .repeats(
                    10,
                    [
                        .interrupts(.microphoneInUse), .shows(.interrupted(.microphoneInUse)), .passes(seconds: 1),
                        .interruptionEnds(.microphoneInUse), .shows(.live),
                    ]
                )
            ),
            CameraScenario(
                "R-LIFE-9",
                "A start during an interruption shows the reason, and is remembered",
                .interrupts(.severalAppsOnScreen),
                .start,
                .shows(.interrupted(.severalAppsOnScreen)),
                .passes(seconds: 20),
                .interruptionEnds(.severalAppsOnScreen),
                .shows(.live)
            ),
            CameraScenario(
                "R-LIFE-9",
                "Two interruptions at once: the last end counts",
                .start,
                .shows(.live),
                .interrupts(.microphoneInUse),
                .interrupts(.severalAppsOnScreen),
                .shows(.interrupted(.severalAppsOnScreen)),
                .interruptionEnds(.microphoneInUse),
                .passes(seconds: 7),
                .shows(.interrupted(.severalAppsOnScreen)),
                .interruptionEnds(.severalAppsOnScreen),
                .shows(.live)
            ),
            CameraScenario(
                "R-LIFE-8, R-LIFE-9",
                "Stopped during an interruption, the camera stays off when it ends",
                .start,
                .shows(.live),
                .interrupts(.microphoneInUse),
                .shows(.interrupted(.microphoneInUse)),
                .stop,
                .shows(.off),
                .interruptionEnds(.microphoneInUse),
                .stays(.off, seconds: 10),
                .holds(devices: 0)
            ),
            CameraScenario(
                "R-LIFE-9",
                "Stopped and started during an interruption, the reason still shows",
                .start,
                .shows(.live),
                .interrupts(.microphoneInUse),
                .shows(.interrupted(.microphoneInUse)),
                .stop,
                .shows(.off),
                .passes(seconds: 2),
                .start,
                .shows(.interrupted(.microphoneInUse)),
                .interruptionEnds(.microphoneInUse),
                .shows(.live)
            ),
            CameraScenario(
                "R-LIFE-7, R-LIFE-9",
                "Restart Camera during an interruption does not end it",
                .start,
                .shows(.live),
                .interrupts(.cameraInUse),
                .shows(.interrupted(.cameraInUse)),
                .restart,
                .passes(seconds: 3),
                .shows(.interrupted(.cameraInUse)),
                .interruptionEnds(.cameraInUse),
                .shows(.live)
            ),
            CameraScenario(
                "R-LIFE-9",
                "An interruption during a slow start",
                .fault(.slowStart(seconds: 2)),
                .start,
                .passes(seconds: 0.5),
                .interrupts(.sensitiveContent),
                .shows(.interrupted(.sensitiveContent)),
                .interruptionEnds(.sensitiveContent),
                .shows(.live)
            ),
            CameraScenario(
                "R-LIFE-8, R-LIFE-9",
                "Media services are reset during an interruption",
                .start,
                .shows(.live),
                .interrupts(.microphoneInUse),
                .shows(.interrupted(.microphoneInUse)),
                .resetsMediaServices,
                .passes(seconds: 5),
                .interruptionEnds(.microphoneInUse),
                .shows(.live)
            ),
            CameraScenario(
                "R-LIFE-9",
                "Another camera is chosen during an interruption",
                .start,
                .shows(.live),
                .interrupts(.cameraInUse),
                .shows(.interrupted(.cameraInUse)),
                .selects(.front),
                .passes(seconds: 2),
                .interruptionEnds(.cameraInUse),
                .shows(.live),
                .uses(.front)
            ),
            CameraScenario(
                "R-LIFE-9",
                "Another session of the program takes the camera and gives it back",
                .start,
                .shows(.live),
                .otherSessionStarts,
                .shows(.interrupted(.cameraInUse)),
                .passes(seconds: 20),
                .shows(.interrupted(.cameraInUse)),
                .otherSessionStops,
                .shows(.live),
                .framesCome
            ),
            CameraScenario(
                "R-LIFE-9",
                "A notice of an interruption that there is not is seen through",
                .start,
                .shows(.live),
                .event(.interrupted(.cameraInUse)),
                .shows(.interrupted(.cameraInUse)),
                .shows(.live, within: 6),
                .framesCome
            ),
            CameraScenario(
                "R-LIFE-9",
                "The end of an interruption that there was not changes nothing",
                .start,
                .shows(.live),
                .event(.interruptionEnded),
                .stays(.live, seconds: 10)
            ),
        ]
}
