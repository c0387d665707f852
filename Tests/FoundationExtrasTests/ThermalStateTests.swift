import Foundation
import Testing

@testable import FoundationExtras

@Suite("ProcessInfo.thermalState")
struct ThermalStateTests {
    @Test(
        "A zone's state follows its trip points",
        arguments: [
            (60, ProcessInfo.ThermalState.nominal), (75, .fair), (85, .serious), (95, .critical), (100, .critical),
        ] as [(Double, ProcessInfo.ThermalState)]
    )
    func states(temperature: Double, state: ProcessInfo.ThermalState) {
        #expect(ThermalZone(temperature: temperature, passive: 80, critical: 95).state == state)
        #expect(ThermalZone(temperature: temperature, passive: 80, hot: 95, critical: 105).state == state)
        #expect(ThermalZone(temperature: temperature).state == .nominal)
    }

    @Test("Zones are read from the kernel's files; broken ones are left out, as are trip points that are not used")
    func files() throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("thermal-\(UUID())")
        defer { try? FileManager.default.removeItem(at: root) }
        func write(_ zone: String, _ files: [String: String]) throws {
            let folder = root.appendingPathComponent(zone)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        }
        #expect(ThermalZone.all(under: root).isEmpty)
        try write(
            "thermal_zone0",
            [
                "temp": "45000\n", "trip_point_0_type": "critical\n", "trip_point_0_temp": "105000\n",
                "trip_point_1_type": "passive\n", "trip_point_1_temp": "80000\n", "trip_point_2_type": "hot\n",
                "trip_point_2_temp": "-274000\n", "trip_point_3_type": "passive\n", "trip_point_3_temp": "90000\n",
            ]
        )
        try write("thermal_zone1", ["type": "broken\n"])
        try write("cooling_device0", ["temp": "1\n"])
        #expect(ThermalZone.all(under: root) == [ThermalZone(temperature: 45, passive: 80, critical: 105)])
    }
}
