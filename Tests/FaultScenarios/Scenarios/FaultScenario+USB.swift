import AVFoundation

extension FaultScenario {
    /// Faults of a camera on a cable. The bus loses frames by itself, so drops are only looked at where they are the fault.
    static let usb = [
        FaultScenario(
            "stall",
            bus: .usb,
            source:
                "UNKNOWN: Apple has no word for a camera that falls silent. The session goes on running and waits, as "
                + "nothing says that the camera is lost; frames that come again are delivered.",
            [
                .frames(.start, session: [.didStart], drops: nil),
                .silence(.inject(.stall), drops: nil, isRunning: true),
                .frames(.heal, drops: nil),
            ]
        ),
        FaultScenario(
            "stall, stopped",
            bus: .usb,
            source: "S-3: a session stops, whatever the camera does; S-8.",
            [
                .frames(.start, session: [.didStart], drops: nil),
                .silence(.inject(.stall), drops: nil, isRunning: true),
                .silence(.stop, session: [.didStop], drops: nil),
                .silence(.heal, drops: nil),
                .frames(.start, session: [.didStart], drops: nil),
            ]
        ),
        spoilt(.payloadError, .raw, "the camera's error mark"),
        spoilt(.payloadError, .compressed, "the camera's error mark"),
        spoilt(.corruptJPEG, .decoded, "a picture that cannot be decoded"),
        spoilt(.truncatedJPEG, .decoded, "a picture that is not complete"),
        spoilt(.truncatedJPEG, .compressed, "a picture that is not complete"),
    ]

    private static func spoilt(
        _ fault: InjectedFault,
        _ delivery: FaultClient.Delivery,
        _ what: String
    ) -> FaultScenario {
        FaultScenario(
            "\(fault.rawValue), \(delivery)",
            bus: .usb,
            delivery: delivery,
            source: "S-130: each drop is told. UNKNOWN: the reason of \(what) is Discontinuity.",
            [
                .frames(.start, session: [.didStart], drops: nil),
                .frames(.inject(fault), drops: [discontinuity: .several]),
                .frames(.go, drops: nil),
            ]
        )
    }
}
