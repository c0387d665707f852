import AVFoundation

extension FaultScenario {
    private static let disconnected = AVError.Code.deviceWasDisconnected.rawValue
    private static let notConnected = AVError.Code.deviceNotConnected.rawValue

    /// Faults that take the camera away.
    static let device = [
        FaultScenario(
            "disconnect",
            source:
                "S-86: runtime error deviceWasDisconnected; S-51: isConnected and the list only follow what comes and goes. "
                + "UNKNOWN: the camera works again for a new input.",
            [
                .frames(.start, session: [.didStart]),
                .silence(.inject(.disconnect), session: [.runtimeError(disconnected), .didStop]),
                .silence(.start, session: [.runtimeError(disconnected)]),
                .frames(.reopen, session: [.didStart]),
            ]
        ),
        gone(.unbind, back: .bind, bus: .platform),
        gone(.unplug, back: .replug, bus: .usb),
        gone(.unplugMidFrame, back: .replug, bus: .usb),
    ]

    /// S-51 in full: the object stays disconnected, the same camera is a new object.
    private static func gone(_ fault: InjectedFault, back: InjectedFault, bus: Bus) -> FaultScenario {
        // A USB bus loses frames by itself.
        let none: [String: FaultTrace.Amount]? = bus == .usb ? nil : [:]
        return FaultScenario(
            fault.rawValue,
            bus: bus,
            source:
                "S-51, S-50: the object stays disconnected, the camera that is back is a new object with the same id; "
                + "S-48: the list follows; S-57: no input for what is gone; S-86, S-8: the session fails and has stopped.",
            [
                .frames(.start, session: [.didStart], drops: none),
                .silence(
                    .inject(fault),
                    session: [.runtimeError(disconnected), .didStop],
                    device: [.disconnected],
                    drops: none,
                    isConnected: false,
                    isListed: false
                ),
                .silence(.reopen, refusal: notConnected, isConnected: false, isListed: false),
                .silence(.inject(back), device: [.connectedAsNewObject], isConnected: false),
                .frames(.reopen, session: [.didStart], drops: none),
            ]
        )
    }
}
