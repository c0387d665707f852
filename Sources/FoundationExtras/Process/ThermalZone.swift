import Foundation

/// A thermal zone of the machine's: how hot it is, and at which temperatures the kernel acts. In degrees Celsius.
package struct ThermalZone: Sendable, Hashable {
    /// The temperature now.
    package var temperature: Double
    /// The system slows down from here on.
    package var passive: Double?
    /// The hardware is in danger from here on.
    package var hot: Double?
    /// The system switches off from here on.
    package var critical: Double?

    /// More trip points than any zone has.
    private static let mostTripPoints = 64

    /// - Parameters:
    ///   - temperature: the temperature now.
    ///   - passive: where the system slows down; `nil` if it does nowhere.
    ///   - hot: where the hardware is in danger; `nil` if nothing says it.
    ///   - critical: where the system switches off; `nil` if it does nowhere.
    package init(temperature: Double, passive: Double? = nil, hot: Double? = nil, critical: Double? = nil) {
        self.temperature = temperature
        self.passive = passive
        self.hot = hot
        self.critical = critical
    }

    /// All zones that tell a temperature, by their folders' names. Reads files; any thread.
    ///
    /// - Parameter folder: where the zones are described; the kernel's folder by default.
    package static func all(under folder: URL = URL(fileURLWithPath: "/sys/class/thermal")) -> [ThermalZone] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix("thermal_zone") }.sorted().compactMap {
            ThermalZone(folder: folder.appendingPathComponent($0))
        }
    }

    /// Reads a zone; `nil` for one that tells no temperature.
    private init?(folder: URL) {
        guard let temperature = Self.degrees(folder.appendingPathComponent("temp")) else { return nil }
        self.init(temperature: temperature)
        for index in 0..<Self.mostTripPoints {
            guard let type = Self.text(folder.appendingPathComponent("trip_point_\(index)_type")) else { break }
            // Firmware writes 0 or below for a trip point that is not used.
            guard let limit = Self.degrees(folder.appendingPathComponent("trip_point_\(index)_temp")), limit > 0 else {
                continue
            }
            switch type {
            case "passive": passive = min(passive ?? limit, limit)
            case "hot": hot = min(hot ?? limit, limit)
            case "critical": critical = min(critical ?? limit, limit)
            default: break
            }
        }
    }

    /// The kernel writes thousandths of a degree.
    private static func degrees(_ file: URL) -> Double? {
        text(file).flatMap { Double($0) }.map { $0 / 1_000 }
    }

    private static func text(_ file: URL) -> String? {
        (try? String(contentsOf: file, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
