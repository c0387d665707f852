extension CameraScenario {
    /// Heat.
    static let pressure = [
        CameraScenario(
            "R-MULTI-5",
            "The camera stays live up to the last level but one",
            .start,
            .shows(.live),
            .pressure(.fair),
            .stays(.live, seconds: 5),
            .pressure(.serious),
            .stays(.live, seconds: 5),
            .pressure(.critical),
            .stays(.live, seconds: 5),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-9, R-MULTI-5",
            "Too hot, the camera pauses, and comes back when it has cooled down",
            .start,
            .shows(.live),
            .pressure(.shutdown),
            .shows(.interrupted(.systemPressure)),
            .noFramesCome,
            .passes(seconds: 120),
            .pressure(.critical),
            .shows(.live),
            .framesCome
        ),
        CameraScenario(
            "R-LIFE-9, R-MULTI-5",
            "Too hot to start",
            .pressure(.shutdown),
            .start,
            .shows(.interrupted(.systemPressure)),
            .passes(seconds: 30),
            .pressure(.nominal),
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-10, R-MULTI-5",
            "It cools down while the app is in the background",
            .start,
            .shows(.live),
            .pressure(.shutdown),
            .shows(.interrupted(.systemPressure)),
            .leavesApp,
            .shows(.inBackground),
            .pressure(.nominal),
            .returnsToApp,
            .shows(.live)
        ),
        CameraScenario(
            "R-LIFE-8, R-MULTI-5",
            "Stopped when too hot, the camera stays off when it has cooled down",
            .start,
            .shows(.live),
            .pressure(.shutdown),
            .shows(.interrupted(.systemPressure)),
            .stop,
            .pressure(.nominal),
            .stays(.off, seconds: 20),
            .holds(devices: 0)
        ),
        CameraScenario(
            "R-LIFE-9, R-MULTI-5",
            "Hot and cold ten times",
            .start,
            .shows(.live),
            .repeats(
                10,
                [
                    .pressure(.shutdown), .shows(.interrupted(.systemPressure)), .passes(seconds: 0.5),
                    .pressure(.serious), .shows(.live), .passes(seconds: 0.5),
                ]
            )
        ),
    ]
}
