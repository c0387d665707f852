import Foundation

/// A thermal zone of the machine's: how hot, and from when on it matters. Degrees Celsius.
struct ThermalZone: Sendable, Hashable {
    /// Now.
    var temperature: Double
    /// The system slows down from here on.
    var passive: Double?
    /// The hardware is in danger.
    var hot: Double?
    /// The system switches off.
    var critical: Double?
}

/// Reads the machine's thermal zones from sysfs.
enum ThermalReader {
    /// The kernel's directory.
    static let directory = "/sys/class/thermal"

    /// All zones that tell a temperature.
    static func read(directory: String = directory) -> [ThermalZone] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.filter { $0.hasPrefix("thermal_zone") }.sorted().compactMap { zone(directory + "/" + $0) }
    }

    private static func zone(_ path: String) -> ThermalZone? {
        guard let temperature = degrees(path + "/temp") else { return nil }
        var zone = ThermalZone(temperature: temperature)
        for index in 0..<16 {
            guard let type = text("\(path)/trip_point_\(index)_type") else { break }
            // Firmware writes 0 or below for a trip point that isn't used.
            guard let limit = degrees("\(path)/trip_point_\(index)_temp"), limit > 0 else { continue }
            switch type {
            case "passive": zone.passive = min(zone.passive ?? limit, limit)
            case "hot": zone.hot = min(zone.hot ?? limit, limit)
            case "critical": zone.critical = min(zone.critical ?? limit, limit)
            default: break
            }
        }
        return zone
    }

    private static func degrees(_ path: String) -> Double? {
        text(path).flatMap { Double($0) }.map { $0 / 1_000 }
    }

    private static func text(_ path: String) -> String? {
        (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
