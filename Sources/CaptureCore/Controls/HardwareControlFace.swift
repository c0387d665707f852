import Foundation

/// What a user sees of one hardware control.
public struct HardwareControlFace: Sendable, Hashable, Identifiable {
    /// The values that the control can have.
    public enum Scale: Sendable, Hashable {
        /// Any number of a range.
        case continuous(ClosedRange<Double>)
        /// Any number of a range of positive numbers, in which each doubling takes the same way.
        case geometric(ClosedRange<Double>)
        /// These numbers only, ascending.
        case stops([Double])
        /// The indexes of these titles.
        case titles([String])
    }

    /// Tells the control from all others of the process.
    public var id: Int
    /// What it does, in a word.
    public var title: String
    /// The name of its symbol.
    public var symbolName: String
    /// Identifies it for automated tests of a user interface.
    public var accessibilityIdentifier: String?
    /// Whether the user can change it.
    public var isEnabled: Bool
    /// The values that it can have.
    public var scale: Scale
    /// Values that deserve to stand out.
    public var prominentValues: [Double]
    /// Its value; of a picker, the index.
    public var value: Double
    /// The value as the user reads it.
    public var valueText: String

    /// Makes a face.
    public init(
        id: Int,
        title: String,
        symbolName: String,
        accessibilityIdentifier: String? = nil,
        isEnabled: Bool = true,
        scale: Scale,
        prominentValues: [Double] = [],
        value: Double,
        valueText: String
    ) {
        self.id = id
        self.title = title
        self.symbolName = symbolName
        self.accessibilityIdentifier = accessibilityIdentifier
        self.isEnabled = isEnabled
        self.scale = scale
        self.prominentValues = prominentValues
        self.value = value
        self.valueText = valueText
    }
}

extension HardwareControlFace.Scale {
    /// How many values there are; `nil` for any number of them.
    public var count: Int? {
        switch self {
        case .continuous, .geometric: nil
        case .stops(let stops): stops.count
        case .titles(let titles): titles.count
        }
    }

    /// The value at a position of the scale, from 0 to 1.
    public func value(at position: Double) -> Double {
        let position = position.isNaN ? 0 : min(max(position, 0), 1)
        switch self {
        case .continuous(let range):
            return range.lowerBound + (range.upperBound - range.lowerBound) * position
        case .geometric(let range):
            let value = range.lowerBound * pow(range.upperBound / range.lowerBound, position)
            return min(max(value, range.lowerBound), range.upperBound)
        case .stops(let stops):
            return stops[Self.index(at: position, of: stops.count)]
        case .titles(let titles):
            return Double(Self.index(at: position, of: titles.count))
        }
    }

    /// The position of a value, from 0 to 1; of one that the scale doesn't have, of the nearest.
    public func position(of value: Double) -> Double {
        switch self {
        case .continuous(let range), .geometric(let range):
            guard range.upperBound > range.lowerBound, !value.isNaN else { return 0 }
            let value = min(max(value, range.lowerBound), range.upperBound)
            if case .geometric = self {
                return log(value / range.lowerBound) / log(range.upperBound / range.lowerBound)
            }
            return (value - range.lowerBound) / (range.upperBound - range.lowerBound)
        case .stops(let stops):
            let nearest = stops.indices.min { abs(stops[$0] - value) < abs(stops[$1] - value) } ?? 0
            return Self.position(ofIndex: nearest, of: stops.count)
        case .titles(let titles):
            let index = value.isNaN ? 0 : min(max(value.rounded(), 0), Double(titles.count - 1))
            return Self.position(ofIndex: Int(index), of: titles.count)
        }
    }

    /// The value of the scale that is nearest to another.
    public func nearest(to value: Double) -> Double {
        switch self {
        case .continuous(let range), .geometric(let range):
            value.isNaN ? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
        case .stops, .titles: self.value(at: position(of: value))
        }
    }

    static func index(at position: Double, of count: Int) -> Int {
        Int((position * Double(count - 1)).rounded())
    }

    static func position(ofIndex index: Int, of count: Int) -> Double {
        count > 1 ? Double(index) / Double(count - 1) : 0
    }
}
