extension CameraScenario {
    /// Another program has the camera, and the system does not tell when it gives it back.
    static let inUse = [
        CameraScenario(
            "R-LIFE-9, R-LIFE-12",
            "A camera that another program has is waited for",
            phone: .webcam,
            .fault(.deviceBusy(seconds: 10)),
            .start,
            .shows(.interrupted(.cameraInUse), within: 1),
            .stays(.interrupted(.cameraInUse), seconds: 9),
            .shows(.live, within: 4),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-8, R-LIFE-9",
            "However long the other program has the camera, it is no failure",
            phone: .webcam,
            .fault(.deviceBusy(seconds: 600)),
            .start,
            .shows(.interrupted(.cameraInUse), within: 1),
            .stays(.interrupted(.cameraInUse), seconds: 595),
            .shows(.live),
            .neverShowed(ScenarioStep.failed)
        ),
        CameraScenario(
            "R-LIFE-9",
            "The other program shows only when the stream starts",
            phone: .webcam,
            .driver(.startStream, .fails(.busy), times: 4),
            .start,
            .shows(.interrupted(.cameraInUse), within: 1),
            .stays(.interrupted(.cameraInUse), seconds: 5),
            .shows(.live),
            .neverShowed(.recovering(attempt: 1))
        ),
        CameraScenario(
            "R-LIFE-8, R-LIFE-9",
            "Stopped while another program has the camera, it stays off",
            phone: .webcam,
            .fault(.deviceBusy(seconds: 10)),
            .start,
            .shows(.interrupted(.cameraInUse), within: 1),
            .stop,
            .stays(.off, seconds: 20),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-9, R-LIFE-10",
            "The app is left while another program has the camera",
            phone: .webcam,
            .fault(.deviceBusy(seconds: 10)),
            .start,
            .shows(.interrupted(.cameraInUse), within: 1),
            .leavesApp,
            .stays(.inBackground, seconds: 5),
            .returnsToApp,
            .shows(.interrupted(.cameraInUse), within: 1),
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-9, R-LIFE-10",
            "Another program takes the camera while the app is in the background",
            phone: .webcam,
            .start,
            .shows(.live),
            .leavesApp,
            .shows(.inBackground),
            .passes(seconds: 1),
            .fault(.deviceBusy(seconds: 10)),
            .returnsToApp,
            .shows(.interrupted(.cameraInUse), within: 1),
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-9, R-LIFE-12",
            "Another camera is chosen while the first one is in use elsewhere",
            .fault(.deviceBusy(seconds: 60)),
            .start,
            .shows(.interrupted(.cameraInUse), within: 1),
            .passes(seconds: 0.5),
            .selects(.front),
            .shows(.live, within: 1),
            .uses(.front)
        ),
        CameraScenario(
            "R-LIFE-7, R-LIFE-9",
            "Restart Camera looks at once whether the camera is free",
            phone: .webcam,
            .fault(.deviceBusy(seconds: 5)),
            .start,
            .shows(.interrupted(.cameraInUse), within: 1),
            .restart,
            .passes(seconds: 2),
            .shows(.interrupted(.cameraInUse)),
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-9, R-LIFE-12",
            "The camera is unplugged while another program has it",
            phone: .webcam,
            .fault(.deviceBusy(seconds: 20)),
            .start,
            .shows(.interrupted(.cameraInUse), within: 1),
            .unplugs(camera: "Desk Camera"),
            .shows(.noCamera),
            .plugs(camera: "Desk Camera"),
            .shows(.interrupted(.cameraInUse)),
            .shows(.live, within: 30)
        ),
        CameraScenario(
            "R-LIFE-1, R-LIFE-9",
            "Permission is taken away while another program has the camera",
            .fault(.deviceBusy(seconds: 10)),
            .start,
            .shows(.interrupted(.cameraInUse), within: 1),
            .permission(.denied),
            .shows(.denied)
        ),
        CameraScenario(
            "R-LIFE-8, R-LIFE-9",
            "A real failure after the other program is gone counts as the first",
            phone: .webcam,
            .fault(.deviceBusy(seconds: 10)),
            .start,
            .shows(.interrupted(.cameraInUse), within: 1),
            .startFails(code: -11800),
            .shows(.recovering(attempt: 1)),
            .shows(.live)
        ),
    ]
}
