extension CameraScenario {
    /// Cameras come, go and are chosen.
    static let devices = [
        CameraScenario(
            "R-LIFE-12",
            "An unplugged webcam is missed, and comes back",
            phone: .webcam,
            .start,
            .shows(.live),
            .unplugs(camera: "Desk Camera"),
            .shows(.noCamera),
            .stays(.noCamera, seconds: 60),
            .holds(devices: 0),
            .plugs(camera: "Desk Camera"),
            .shows(.live),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-12",
            "A machine without a camera says so",
            phone: .none,
            permission: .authorized,
            .start,
            .shows(.noCamera),
            .stays(.noCamera, seconds: 20)
        ),
        CameraScenario(
            "R-LIFE-12",
            "A lost camera ends in another one",
            .start,
            .shows(.live),
            .unplugs(camera: "Back Camera"),
            .shows(.live),
            .framesCome,
            .holds(devices: 1),
            .neverShowed(.noCamera)
        ),
        CameraScenario(
            "R-LIFE-12",
            "All cameras vanish, and come back",
            .start,
            .shows(.live),
            .fault(.unbind),
            .shows(.noCamera),
            .passes(seconds: 10),
            .fault(.bind),
            .shows(.live),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-12",
            "The webcam is plugged in when the camera is wanted already",
            phone: .webcam,
            .unplugs(camera: "Desk Camera"),
            .start,
            .shows(.noCamera),
            .plugs(camera: "Desk Camera"),
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-12",
            "The plug is pulled in the middle of a frame",
            phone: .webcam,
            .start,
            .shows(.live),
            .fault(.unplugMidFrame),
            .shows(.noCamera),
            .plugs(camera: "Desk Camera"),
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-12",
            "Ten times unplugged and plugged in",
            phone: .webcam,
            .start,
            .shows(.live),
            .repeats(
                10,
                [
                    .unplugs(camera: "Desk Camera"), .shows(.noCamera), .passes(seconds: 0.2),
                    .plugs(camera: "Desk Camera"), .shows(.live),
                ]
            )
        ),
        CameraScenario(
            "R-LIFE-12",
            "Ten times unplugged and plugged in without a pause",
            phone: .webcam,
            .start,
            .shows(.live),
            .repeats(10, [.unplugs(camera: "Desk Camera"), .plugs(camera: "Desk Camera")]),
            .shows(.live),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-12",
            "Unplugged after a stop, nothing happens",
            phone: .webcam,
            .start,
            .shows(.live),
            .stop,
            .shows(.off),
            .unplugs(camera: "Desk Camera"),
            .plugs(camera: "Desk Camera"),
            .stays(.off, seconds: 10),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-9, R-LIFE-12",
            "The webcam is unplugged during an interruption",
            phone: .webcam,
            .start,
            .shows(.live),
            .interrupts(.cameraInUse),
            .shows(.interrupted(.cameraInUse)),
            .unplugs(camera: "Desk Camera"),
            .shows(.noCamera),
            .interruptionEnds(.cameraInUse),
            .plugs(camera: "Desk Camera"),
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-9, R-LIFE-12",
            "A camera is lost during an interruption, and another one is there at its end",
            .start,
            .shows(.live),
            .interrupts(.cameraInUse),
            .shows(.interrupted(.cameraInUse)),
            .unplugs(camera: "Back Camera"),
            .passes(seconds: 1),
            .interruptionEnds(.cameraInUse),
            .shows(.live),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-11, R-LIFE-12",
            "What is ready loses its camera, and starts with another one without a failure",
            .prewarm,
            .passes(seconds: 1),
            .unplugs(camera: "Back Camera"),
            .passes(seconds: 1),
            .start,
            .shows(.live),
            .neverShowed(.recovering(attempt: 1))
        ),
        CameraScenario(
            "R-LIFE-11, R-LIFE-12",
            "What is ready loses the only camera, and finds it again",
            phone: .webcam,
            .prewarm,
            .passes(seconds: 1),
            .unplugs(camera: "Desk Camera"),
            .passes(seconds: 1),
            .plugs(camera: "Desk Camera"),
            .passes(seconds: 1),
            .holds(devices: 1),
            .start,
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-12",
            "The other side is chosen while the picture goes on",
            .start,
            .shows(.live),
            .uses(.back),
            .selects(.front),
            .passes(seconds: 0.5),
            .shows(.live),
            .uses(.front),
            .framesCome,
            .neverShowed(ScenarioStep.loading)
        ),
        CameraScenario(
            "R-LIFE-12",
            "Front and back ten times",
            .start,
            .shows(.live),
            .repeats(5, [.selects(.front), .passes(seconds: 0.5), .selects(.back), .passes(seconds: 0.5)]),
            .shows(.live),
            .uses(.back),
            .holds(devices: 1),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-12",
            "Front and back twenty times without a pause",
            .start,
            .shows(.live),
            .repeats(10, [.selects(.back), .selects(.front)]),
            .passes(seconds: 1),
            .shows(.live),
            .uses(.front),
            .holds(devices: 1),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-12",
            "The choice is made before the start",
            .selects(.front),
            .start,
            .shows(.live),
            .uses(.front)
        ),
        CameraScenario(
            "R-LIFE-11, R-LIFE-12",
            "The choice is made when the other camera is ready already",
            .prewarm,
            .passes(seconds: 1),
            .selects(.front),
            .start,
            .shows(.live),
            .passes(seconds: 1),
            .uses(.front),
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-12",
            "The choice is made during the start",
            .fault(.slowStart(seconds: 1)),
            .start,
            .passes(seconds: 0.2),
            .selects(.front),
            .shows(.live),
            .passes(seconds: 1),
            .shows(.live),
            .uses(.front)
        ),
        CameraScenario(
            "R-LIFE-12",
            "A camera that does not exist is chosen: one on the wanted side does",
            .start,
            .shows(.live),
            .selectsNobodysCamera,
            .passes(seconds: 1),
            .shows(.live),
            .uses(.front)
        ),
        CameraScenario(
            "R-LIFE-8, R-LIFE-12",
            "The chosen camera cannot be opened at first",
            .start,
            .shows(.live),
            .driver(.open, .fails(.io)),
            .selects(.front),
            .passes(seconds: 2),
            .shows(.live),
            .uses(.front),
            .framesCome
        ),
    ]
}
