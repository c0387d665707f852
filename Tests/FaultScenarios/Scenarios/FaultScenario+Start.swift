import AVFoundation

extension FaultScenario {
    private static let unknown = AVError.Code.unknown.rawValue
    private static let inUse = AVError.Code.deviceInUseByAnotherApplication.rawValue

    /// Faults that keep a session from starting.
    static let start = [
        refusedOnce(.requestBuffersError),
        refusedOnce(.streamOnError),
        FaultScenario(
            "queue-buffer-error",
            source:
                "R-LIFE-5 by its spirit: what the driver can make good is no failure. UNKNOWN: a buffer that is refused "
                + "is offered again.",
            [
                .silence(.inject(.queueBufferError)),
                .frames(.start, session: [.didStart]),
                .frames(.inject(.queueBufferError), frames: 15),
            ]
        ),
        FaultScenario(
            "device-busy",
            source: "S-57: making the input throws while the device is in use; S-1: a failure to start is posted.",
            [
                .silence(.inject(.deviceBusy)),
                .silence(.start, refusal: inUse),
                .silence(.heal),
                .frames(.start, session: [.didStart]),
                .silence(.stop, session: [.didStop]),
                .silence(.inject(.deviceBusy)),
                .silence(.start, session: [.runtimeError(inUse)]),
                .silence(.heal),
                .frames(.start, session: [.didStart]),
            ]
        ),
    ]

    private static func refusedOnce(_ fault: InjectedFault) -> FaultScenario {
        FaultScenario(
            fault.rawValue,
            source: "S-1, S-86: a start that fails is posted as runtime error and does not throw. UNKNOWN: the code is "
                + "AVError.unknown, as no code of Apple's fits.",
            [
                .silence(.inject(fault)),
                .silence(.start, session: [.runtimeError(unknown)]),
                .frames(.start, session: [.didStart]),
            ]
        )
    }
}
