import Foundation
import Testing

@testable import FoundationExtras

@Suite("ProcessInfo.thermalState")
struct ThermalStateTests {
    @Test(
        "A zone's state follows its trip points",
        arguments: [
            (60_000, ProcessInfo.ThermalState.nominal), (75_000, .fair), (85_000, .serious), (95_000, .critical),
        ]
    )
    func states(temperature: Int, state: ProcessInfo.ThermalState) {
        let zone = ThermalZone(
            temperature: temperature,
            tripPoints: [
                .init(type: "passive", temperature: 80_000), .init(type: "critical", temperature: 95_000),
                .init(type: "hot", temperature: -274_000),
            ]
        )
        #expect(zone.state == state)
    }

    @Test("Zones are read from the kernel's files; a machine without zones is nominal")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(ThermalZone.all(under: folder).isEmpty)
        let zone = folder.appendingPathComponent("thermal_zone0")
        try FileManager.default.createDirectory(at: zone, withIntermediateDirectories: true)
        for (name, text) in [("temp", "85000\n"), ("trip_point_0_type", "passive\n"), ("trip_point_0_temp", "80000\n")]
        {
            try Data(text.utf8).write(to: zone.appendingPathComponent(name))
        }
        #expect(ThermalZone.all(under: folder).map(\.state) == [.serious])
    }
}
