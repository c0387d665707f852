import CameraEngine
import CaptureDriver

extension CameraScenario {
    /// Two cameras at once: whatever the second one does, the first one's picture goes on.
    static let twoCameras =
        [
            two(
                "R-MULTI-1",
                "A second camera comes and goes while the picture stays live",
                .start,
                .shows(.live),
                .two(.wanted),
                .two(.areOn()),
                .stays(.live, seconds: 10),
                .framesCome,
                .two(.oneIsEnough),
                .two(.isOne(.notWanted)),
                .stays(.live, seconds: 10)
            ),
            two(
                "R-MULTI-1, R-LIFE-3",
                "Two cameras fifty times in the background and back",
                .two(.wanted),
                .start,
                .shows(.live),
                .repeats(50, [.leavesApp, .shows(.inBackground), .holds(devices: 0), .returnsToApp, .shows(.live)]),
                .two(.areOn())
            ),
            two(
                "R-MULTI-1",
                "Two are wanted and not wanted, again and again",
                .start,
                .shows(.live),
                .repeats(10, [.two(.wanted), .two(.oneIsEnough)]),
                .two(.wanted),
                .two(.areOn()),
                .shows(.live),
                .framesCome
            ),
            two(
                "R-LIFE-12",
                "The second camera is unplugged and plugged in while the first one is live",
                .two(.wanted),
                .start,
                .shows(.live),
                .two(.areOn()),
                .unplugs(camera: "Front Camera"),
                .two(.isOne(.lost("Front Camera"))),
                .stays(.live, seconds: 10),
                .uses(.back),
                .plugs(camera: "Front Camera"),
                .two(.areOn()),
                .shows(.live)
            ),
            two(
                "R-LIFE-12",
                "The first camera is unplugged: the second one takes its place without a gap",
                .two(.wanted),
                .start,
                .shows(.live),
                .two(.areOn()),
                .unplugs(camera: "Back Camera"),
                .two(.isOne(.lost("Back Camera"))),
                .stays(.live, seconds: 10),
                .uses(.front),
                .framesCome
            ),
            two(
                "R-LIFE-5",
                "A second camera that falls silent is taken out; asked for again, it is back",
                .two(.wanted),
                .start,
                .shows(.live),
                .two(.areOn()),
                .two(.freezes("Front Camera", seconds: 20)),
                .two(.isOne(.obstacle(.notResponding))),
                .stays(.live, seconds: 30),
                .two(.wanted),
                .two(.areOn())
            ),
            two(
                "R-MULTI-5",
                "A second camera that is too hot goes, and comes back by itself",
                .two(.wanted),
                .start,
                .shows(.live),
                .two(.areOn()),
                .two(.pressure(.shutdown, on: "Front Camera")),
                .two(.isOne(.obstacle(.systemPressure))),
                .shows(.live, within: 1),
                .stays(.live, seconds: 5),
                .two(.pressure(.nominal, on: "Front Camera")),
                .shows(.live),
                .two(.areOn(within: 60)),
                .shows(.live)
            ),
            two(
                "R-MULTI-4",
                "Both become too much while they run: one is live, and both are when there is room and somebody asks",
                .two(.wanted),
                .start,
                .shows(.live),
                .two(.areOn()),
                .two(.load(10_000)),
                .passes(seconds: 1),
                .two(.load(15)),
                .restart,
                .shows(.live, within: 30),
                .two(.isOne(.tooExpensive)),
                .stays(.live, seconds: 20),
                .two(.load(1)),
                .two(.wanted),
                .two(.areOn()),
                .shows(.live)
            ),
            two(
                "R-MULTI-4",
                "One camera, then both, have to do with less for a while",
                .start,
                .shows(.live),
                .two(.load(6)),
                .passes(seconds: 1),
                .shows(.live),
                .framesCome,
                .two(.load(1)),
                .stays(.live, seconds: 10),
                .two(.wanted),
                .two(.areOn()),
                .two(.load(15)),
                .two(.isOne(.tooExpensive)),
                .shows(.live),
                .two(.load(1)),
                .two(.areOn()),
                .shows(.live),
                .framesCome
            ),
        ] + badSecond

    /// A driver that fails, or hangs, just when the second camera is added.
    private static let badSecond =
        [TroubledDriver.Call.open, .startStream].flatMap { call in
            [CaptureDriverError.Kind.io, .busy, .timedOut].map { kind in
                two(
                    "R-LIFE-5, R-MULTI-1",
                    "\(call) of the second camera fails with \(kind): the first one is live, and both are when asked again",
                    .start,
                    .shows(.live),
                    .driver(call, .fails(kind)),
                    .two(.wanted),
                    .two(.isOne(.refused)),
                    .shows(.live),
                    .framesCome,
                    .driverHeals,
                    .stays(.live, seconds: 10),
                    .two(.wanted),
                    .two(.areOn()),
                    .shows(.live)
                )
            }
        } + [
            two(
                "R-MULTI-4",
                "A bus without room for both is tried once more with less, which fits",
                .start,
                .shows(.live),
                .driver(.startStream, .fails(.bandwidth)),
                .two(.wanted),
                .two(.areOn()),
                .shows(.live),
                .framesCome
            ),
            two(
                "R-MULTI-4",
                "A bus without room for both, whatever is taken back, shows the first one",
                .start,
                .shows(.live),
                .driver(.startStream, .fails(.bandwidth), times: 2),
                .two(.wanted),
                .two(.isOne(.tooExpensive)),
                .shows(.live),
                .framesCome
            ),
            two(
                "R-LIFE-5, R-MULTI-1",
                "A second camera whose start never returns is given up with the session, and the first one is live again",
                .start,
                .shows(.live),
                .driver(.startStream, .hangs),
                .two(.wanted),
                .passes(seconds: 11),
                .driverHeals,
                .shows(.live, within: 30),
                .framesCome,
                .two(.isOne(.refused))
            ),
            ownSession(
                "R-MULTI-1, R-LIFE-3",
                "One camera and two have sessions of their own, which follow each other ten times",
                .start,
                .shows(.live),
                .repeats(
                    10,
                    [
                        .two(.wanted), .two(.areOn()), .shows(.live), .two(.oneIsEnough), .two(.isOne(.notWanted)),
                        .shows(.live),
                    ]
                ),
                .framesCome,
                .stop,
                .shows(.off),
                .holds(devices: 0)
            ),
            ownSession(
                "R-MULTI-1, R-LIFE-10",
                "The app is left while the session for two is about to come, and has both when it is back",
                .start,
                .shows(.live),
                .two(.wanted),
                .leavesApp,
                .shows(.inBackground),
                .holds(devices: 0),
                .returnsToApp,
                .shows(.live),
                .two(.areOn())
            ),
            ownSession(
                "R-MULTI-1, R-LIFE-9",
                "A call comes while the session for two is about to come",
                .start,
                .shows(.live),
                .interrupts(.cameraInUse),
                .two(.wanted),
                .shows(.interrupted(.cameraInUse)),
                .interruptionEnds(.cameraInUse),
                .shows(.live),
                .two(.areOn())
            ),
            ownSession(
                "R-LIFE-5, R-MULTI-1",
                "A session for two that never starts is given up, and the first camera is live again",
                .start,
                .shows(.live),
                .driver(.startStream, .hangs),
                .two(.wanted),
                .passes(seconds: 11),
                .driverHeals,
                .shows(.live, within: 30),
                .framesCome
            ),
        ]

    private static func ownSession(_ requirement: String, _ name: String, _ steps: ScenarioStep...) -> CameraScenario {
        var scenario = CameraScenario(requirement, name)
        scenario.configuration.maximumCameraCount = 2
        scenario.configuration.keepsMultiCamSession = false
        scenario.steps = steps
        return scenario
    }

    private static func two(_ requirement: String, _ name: String, _ steps: ScenarioStep...) -> CameraScenario {
        var scenario = CameraScenario(requirement, name)
        scenario.configuration.maximumCameraCount = 2
        scenario.steps = steps
        return scenario
    }
}
