import CaptureDriver
import FoundationExtras

/// Turns temperatures into the pressure levels of the capture API.
///
/// UNKNOWN: how Apple's levels relate to temperatures is not documented. Here the kernel's own limits decide, since they
/// are the hardware maker's: close to the passive limit is fair, beyond it serious, beyond the hot limit (or close to
/// the critical one) critical, beyond the critical limit shutdown.
enum ThermalPolicy {
    /// What "close to" means, in degrees.
    static let margin = 5.0

    /// The pressure of the hottest zone.
    static func pressure(_ zones: [ThermalZone]) -> SystemPressure {
        let level = zones.map(level).max() ?? .nominal
        return SystemPressure(level: level, factors: level == .nominal ? 0 : 1)
    }

    private static func level(_ zone: ThermalZone) -> SystemPressure.Level {
        if let limit = zone.critical, zone.temperature >= limit { return .shutdown }
        if let limit = zone.critical, zone.temperature >= limit - margin { return .critical }
        if let limit = zone.hot, zone.temperature >= limit { return .critical }
        if let limit = zone.passive, zone.temperature >= limit { return .serious }
        if let limit = zone.passive, zone.temperature >= limit - margin { return .fair }
        return .nominal
    }
}
