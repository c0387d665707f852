import CameraLifecycle

extension CameraScenario {
    /// Clocks that jump, and events that nobody expects.
    static let badTime =
        [
            jumps("while live", .start, .shows(.live)),
            jumps("during a slow start", .fault(.slowStart(seconds: 2)), .start, .passes(seconds: 0.2)),
            jumps(
                "while the first frame is waited for",
                .fault(.firstFrameStall(seconds: 60)),
                .start,
                .passes(seconds: 1)
            ),
            jumps(
                "during an attempt to recover",
                .startFails(code: -11800),
                .startFails(code: -11800),
                .start,
                .shows(.recovering(attempt: 2))
            ),
            jumps("during a settle time", .start, .shows(.live), .restart, .passes(seconds: 0.2)),
            jumps(
                "while another program has the camera",
                .fault(.deviceBusy(seconds: 10)),
                .start,
                .passes(seconds: 1)
            ),
            jumps(
                "while a call does not return",
                .driver(.startStream, .hangs),
                .start,
                .passes(seconds: 1),
                .driverHeals
            ),
        ].flatMap(\.self) + [
            CameraScenario(
                "R-LIFE-9",
                "The clock goes back by an hour during an interruption whose end is not told",
                .start,
                .shows(.live),
                .event(.interrupted(.cameraInUse)),
                .clockJumps(seconds: -3_600),
                .shows(.live, within: 15)
            ),
            CameraScenario(
                "R-LIFE-5",
                "The clock goes back by an hour, then the camera falls silent",
                .start,
                .shows(.live),
                .clockJumps(seconds: -3_600),
                .passes(seconds: 5),
                .fault(.stall(seconds: 10)),
                .shows(.recovering(attempt: 1)),
                .shows(.live)
            ),
            CameraScenario(
                "R-LIFE-5",
                "A clock that goes to and fro",
                .start,
                .shows(.live),
                .repeats(
                    20,
                    [
                        .clockJumps(seconds: -7), .passes(seconds: 0.4), .clockJumps(seconds: 11),
                        .passes(seconds: 0.3),
                        .clockJumps(seconds: -5), .passes(seconds: 0.2),
                    ]
                ),
                .shows(.live, within: 30),
                .framesCome
            ),
        ]
        + [
            unexpected("while off", []), unexpected("while live", [.start, .shows(.live)]),
            unexpected("while in the background", [.start, .leavesApp]),
            unexpected("during an interruption", [.start, .shows(.live), .interrupts(.cameraInUse)]),
            unexpected("after a failure", [.start, .shows(.live), .sessionFails(code: -11872)]),
        ]

    /// An hour forwards, and an hour backwards.
    private static func jumps(_ when: String, _ steps: ScenarioStep...) -> [CameraScenario] {
        [3_600.0, -3_600.0].map { seconds in
            var scenario = CameraScenario(
                "R-LIFE-5",
                "The clock jumps by \(Int(seconds)) seconds \(when)"
            )
            scenario.steps = steps + [.clockJumps(seconds: seconds), .shows(.live, within: 30), .framesCome]
            return scenario
        }
    }

    /// Answers, timers and notices that are out of place; then the user wants the camera.
    private static func unexpected(_ when: String, _ steps: [ScenarioStep]) -> CameraScenario {
        var scenario = CameraScenario("R-LIFE-8", "Events that nobody expects \(when)")
        scenario.steps =
            steps + events.map { .event($0) } + events.reversed().map { .event($0) }
            + [
                .stop, .interruptionEnds(.cameraInUse), .returnsToApp, .shows(.off), .restart, .passes(seconds: 10),
                .showsAnyOf([.live], within: 60), .framesCome,
            ]
        return scenario
    }

    /// With tickets that were, are and will be in use.
    private static let events: [CameraEvent] =
        [1, 2, 3, 4, 7, 1_000].map { CameraTicket(number: $0) }.flatMap { ticket -> [CameraEvent] in
            [
                .configured(ticket), .started(ticket, isRunning: true, isInterrupted: false), .tornDown(ticket),
                .firstFrame(ticket), .frames(ticket, [0]), .frames(ticket, [-1]), .frames(ticket, []),
                .sessionState(ticket, isInterrupted: true, isRunning: true),
            ]
        } + CameraTimer.allCases.map { .timer($0) } + [
            .cameraLost(), .interruptionEnded, .interrupted(.systemPressure),
        ]
}
