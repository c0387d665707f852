/// The seven ways in which a turned or mirrored picture differs from the original, as one pass over the pixels each.
///
/// Turning clockwise and mirroring afterwards is the same as reading the rows upwards and turning; that is how the
/// mirrored turns cost no more than the plain ones.
enum PixelOrientation: Equatable {
    case mirrored
    case turned90
    case turned180
    case turned270
    case turned90ThenMirrored
    case turned180ThenMirrored
    case turned270ThenMirrored

    /// - Returns: nil when nothing changes.
    init?(_ rotation: PixelRotation, mirrored: Bool) {
        switch (rotation, mirrored) {
        case (.none, false): return nil
        case (.none, true): self = .mirrored
        case (.clockwise90, false): self = .turned90
        case (.clockwise90, true): self = .turned90ThenMirrored
        case (.upsideDown180, false): self = .turned180
        case (.upsideDown180, true): self = .turned180ThenMirrored
        case (.clockwise270, false): self = .turned270
        case (.clockwise270, true): self = .turned270ThenMirrored
        }
    }

    /// Whether the rows are read from the last one upwards before ``motion`` is applied.
    var readsUpwards: Bool {
        switch self {
        case .turned180, .turned90ThenMirrored, .turned180ThenMirrored, .turned270ThenMirrored: true
        case .mirrored, .turned90, .turned270: false
        }
    }

    /// What happens to the rows after ``readsUpwards``.
    enum Motion {
        case copy, mirror, turn90, turn270
    }

    var motion: Motion {
        switch self {
        case .mirrored, .turned180: .mirror
        case .turned180ThenMirrored: .copy
        case .turned90, .turned90ThenMirrored: .turn90
        case .turned270, .turned270ThenMirrored: .turn270
        }
    }

    /// Whether width and height change places.
    var exchangesAxes: Bool {
        switch motion {
        case .turn90, .turn270: true
        case .copy, .mirror: false
        }
    }
}
