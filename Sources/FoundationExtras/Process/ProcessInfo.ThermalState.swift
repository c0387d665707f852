import Foundation

extension ProcessInfo {
    /// How hot the machine is, and what to do about it.
    public enum ThermalState: Int, Sendable {
        /// All is well.
        case nominal
        /// Slightly warm; put off what can wait.
        case fair
        /// Hot: the system slows itself down; do less.
        case serious
        /// So hot that the system may stop; do only what must be done.
        case critical
    }

    /// How hot the machine is, by the kernel's thermal zones; `nominal` where the kernel knows of none. Reads files:
    /// ask now and then, not for each frame. Any thread.
    ///
    /// UNKNOWN: Apple does not say which temperatures mean what. Here a zone is `critical` from its `hot` or `critical`
    /// trip point on, `serious` from its `passive` trip point on, where the kernel begins to slow the processor down,
    /// and `fair` from ten kelvin below that; the hottest zone counts.
    ///
    /// There is no `thermalStateDidChangeNotification`: the kernel does not tell of changes.
    public var thermalState: ThermalState {
        ThermalZone.all(under: URL(fileURLWithPath: "/sys/class/thermal")).map(\.state).max {
            $0.rawValue < $1.rawValue
        }
            ?? .nominal
    }
}

/// One of the kernel's thermal zones.
struct ThermalZone {
    /// A temperature at which the kernel acts, in thousandths of a degree Celsius.
    struct TripPoint {
        var type: String
        var temperature: Int
    }

    /// The temperature now, in thousandths of a degree Celsius.
    var temperature: Int
    var tripPoints: [TripPoint]

    var state: ProcessInfo.ThermalState {
        let passive = lowest(["passive"])
        let hot = lowest(["hot", "critical"])
        if let hot, temperature >= hot { return .critical }
        if let passive, temperature >= passive { return .serious }
        if let passive, temperature >= passive - 10_000 { return .fair }
        return .nominal
    }

    /// Trip points at zero and below are placeholders of drivers that have none.
    private func lowest(_ types: [String]) -> Int? {
        tripPoints.filter { types.contains($0.type) && $0.temperature > 0 }.map(\.temperature).min()
    }

    static func all(under folder: URL) -> [ThermalZone] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix("thermal_zone") }.compactMap {
            ThermalZone(folder: folder.appendingPathComponent($0))
        }
    }

    private init?(folder: URL) {
        func text(_ name: String) -> String? {
            (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))?
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        guard let temperature = text("temp").flatMap({ Int($0) }) else { return nil }
        var points: [TripPoint] = []
        while let type = text("trip_point_\(points.count)_type"),
            let limit = text("trip_point_\(points.count)_temp").flatMap({ Int($0) })
        {
            points.append(TripPoint(type: type, temperature: limit))
        }
        self.init(temperature: temperature, tripPoints: points)
    }

    init(temperature: Int, tripPoints: [TripPoint]) {
        self.temperature = temperature
        self.tripPoints = tripPoints
    }
}
