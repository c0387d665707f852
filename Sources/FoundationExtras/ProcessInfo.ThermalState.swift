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
        ThermalZone.all().map(\.state).max { $0.rawValue < $1.rawValue } ?? .nominal
    }
}

extension ThermalZone {
    /// What the zone means for the whole machine.
    var state: ProcessInfo.ThermalState {
        if let limit = [hot, critical].compactMap({ $0 }).min(), temperature >= limit { return .critical }
        if let passive, temperature >= passive { return .serious }
        if let passive, temperature >= passive - 10 { return .fair }
        return .nominal
    }
}
