/// How what is painted is mixed with what is there.
public enum CGBlendMode: Int32, Sendable {
    /// It covers, as far as its alpha goes.
    case normal = 0
    case multiply
    case screen
    case overlay
    case darken
    case lighten
    case colorDodge
    case colorBurn
    case softLight
    case hardLight
    case difference
    case exclusion
    case hue
    case saturation
    case color
    case luminosity
    /// Nothing remains.
    case clear
    /// It replaces what is there.
    case copy
    @available(*, unavailable, message: "Only modes that leave what lies outside of the shape alone are here.")
    case sourceIn
    @available(*, unavailable, message: "Only modes that leave what lies outside of the shape alone are here.")
    case sourceOut
    /// It covers what is there and nothing else.
    case sourceAtop
    /// It lies behind what is there.
    case destinationOver
    @available(*, unavailable, message: "Only modes that leave what lies outside of the shape alone are here.")
    case destinationIn
    /// What is there is taken away as far as its alpha goes.
    case destinationOut
    @available(*, unavailable, message: "Only modes that leave what lies outside of the shape alone are here.")
    case destinationAtop
    /// Both, where the other is not.
    case xor
    @available(*, unavailable, message: "Only modes that leave what lies outside of the shape alone are here.")
    case plusDarker
    /// The sum of both.
    case plusLighter

    /// Cairo's number of it.
    var cairoOperator: Int32 {
        switch self {
        case .multiply: 14
        case .screen: 15
        case .overlay: 16
        case .darken: 17
        case .lighten: 18
        case .colorDodge: 19
        case .colorBurn: 20
        case .hardLight: 21
        case .softLight: 22
        case .difference: 23
        case .exclusion: 24
        case .hue: 25
        case .saturation: 26
        case .color: 27
        case .luminosity: 28
        case .clear: 0
        case .copy: 1
        case .sourceAtop: 5
        case .destinationOver: 7
        case .destinationOut: 8
        case .xor: 11
        case .plusLighter: 12
        default: 2
        }
    }
}

/// How smoothly images are drawn in another size.
public enum CGInterpolationQuality: Int32, Sendable {
    /// The context's choice.
    case `default` = 0
    /// Each pixel is the nearest one.
    case none
    /// Interpolated between four.
    case low
    /// As good as possible.
    case high
    /// All pixels count when shrinking.
    case medium

    /// Cairo's number of the filter.
    var cairoFilter: Int32 {
        switch self {
        case .default, .medium: 1
        case .high: 2
        case .none: 3
        case .low: 4
        }
    }
}
