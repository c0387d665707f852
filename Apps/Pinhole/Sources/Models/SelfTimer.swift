/// How long after the press a photo is taken.
enum SelfTimer: Int, CaseIterable, Identifiable, Sendable {
    case off = 0
    case threeSeconds = 3
    case tenSeconds = 10

    var id: Self { self }

    var seconds: Int { rawValue }

    /// The next one of the button that goes through all.
    var next: SelfTimer {
        switch self {
        case .off: .threeSeconds
        case .threeSeconds: .tenSeconds
        case .tenSeconds: .off
        }
    }
}
