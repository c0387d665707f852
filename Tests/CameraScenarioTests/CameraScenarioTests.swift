import Testing

/// What the scenarios are about. Each theme is played in a process of its own, since a process has one capture system at a
/// time, and a fault of the engine's must not hide the others.
enum Theme: String, CaseIterable, Codable, Sendable {
    case permission, lifecycle, background, interruptions, recovery, restart, devices, inUse, requests, silence,
        pressure
    case badDriver, badTime, recording, twoCameras

    var scenarios: [CameraScenario] {
        switch self {
        case .permission: CameraScenario.permission
        case .lifecycle: CameraScenario.lifecycle
        case .background: CameraScenario.background
        case .interruptions: CameraScenario.interruptions
        case .recovery: CameraScenario.recovery
        case .restart: CameraScenario.restart
        case .devices: CameraScenario.devices
        case .inUse: CameraScenario.inUse
        case .requests: CameraScenario.requests
        case .silence: CameraScenario.silence
        case .pressure: CameraScenario.pressure
        case .badDriver: CameraScenario.badDriver
        case .badTime: CameraScenario.badTime
        case .recording: CameraScenario.recording
        case .twoCameras: CameraScenario.twoCameras
        }
    }
}

@Suite("Scenarios of the camera's life, on the real stack")
struct CameraScenarioTests {
    @Test("R-LIFE: what is told comes true", arguments: Theme.allCases)
    func scenarios(of theme: Theme) async {
        let words = CapturedStandardError()
        let result = await #expect(processExitsWith: .success) {
            [theme = theme as Theme, words = words as CapturedStandardError] in
            words.keep()
            endHangingTest()
            for scenario in theme.scenarios {
                for defect in await ScenarioFixture.play(scenario) { Issue.record("\(defect)") }
            }
        }
        words.tell(unless: result != nil)
    }

    @Test("There are a hundred of them, each with a name of its own")
    func hundred() {
        let all = Theme.allCases.flatMap(\.scenarios)
        #expect(all.count >= 100)
        #expect(Set(all.map(\.name)).count == all.count)
        #expect(all.allSatisfy { $0.requirement.hasPrefix("R-") })
    }
}
