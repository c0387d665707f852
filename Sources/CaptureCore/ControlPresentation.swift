import CaptureDriver
import Dispatch
import Foundation

/// What is shown of a session's hardware controls, and what becomes of a gesture. Pure.
///
/// ```
///            light press                 light press
/// nothing ---------------> one control <------------- the list
///    |                         |  double light press    ^
///    |                         +------------------------+
///    +--------------------------------------------------+
///                     double light press
/// ```
///
/// `dismiss`, a while without a touch, and a session that stops lead back to nothing. `UNKNOWN`: Apple documents what users
/// do and see, not when a delegate is told; here controls are active, and their appearance full-screen, while any are shown.
package struct ControlPresentation: Sendable, Hashable {
    /// What is shown.
    package enum Showing: Sendable, Hashable, CaseIterable {
        case nothing
        case list
        case control
    }

    /// What a gesture leads to, in order.
    package enum Effect: Sendable, Hashable {
        case becameActive
        case willEnterFullscreen
        case willExitFullscreen
        case becameInactive
        /// The user chooses a value of a control.
        case set(Int, Double)
        /// The user presses the shutter.
        case pressShutter
    }

    package private(set) var showing = Showing.nothing
    /// The control that is shown, or marked in the list; or that was last.
    package private(set) var selected: Int?
    /// Where on the scale of what is shown the finger is, from 0 to 1: a value may have to wait for more than one slide.
    private var position = 0.0

    /// Nothing is shown.
    package init() {}

    /// Takes a gesture.
    ///
    /// - Parameter faces: the controls there are; empty while none may be shown.
    package mutating func handle(_ gesture: CaptureControlGesture, _ faces: [HardwareControlFace]) -> [Effect] {
        switch gesture {
        case .press: [.pressShutter]
        case .lightPress: present(.control, faces)
        case .doubleLightPress: present(.list, faces)
        case .slide(let share): slide(share, faces)
        case .dismiss: dismiss()
        }
    }

    /// Shows a control that the user has picked out.
    package mutating func select(_ id: Int, _ faces: [HardwareControlFace]) -> [Effect] {
        guard faces.contains(where: { $0.id == id }) else { return [] }
        selected = id
        return present(.control, faces)
    }

    /// Shows nothing any more.
    package mutating func dismiss() -> [Effect] {
        guard showing != .nothing else { return [] }
        showing = .nothing
        return [.willExitFullscreen, .becameInactive]
    }

    /// Takes note of controls that came, went or changed; empty while none may be shown.
    package mutating func facesChanged(_ faces: [HardwareControlFace]) -> [Effect] {
        guard !faces.isEmpty else { return dismiss() }
        guard showing != .nothing, !faces.contains(where: { $0.id == selected }) else { return [] }
        // What was shown is gone: the user is shown what is left.
        return present(.list, faces)
    }

    private mutating func present(_ wanted: Showing, _ faces: [HardwareControlFace]) -> [Effect] {
        guard let first = faces.first else { return [] }
        let face = faces.first { $0.id == selected } ?? first
        selected = face.id
        let isNew = showing == .nothing
        showing = wanted
        position = wanted == .list ? Self.position(of: face.id, in: faces) : face.scale.position(of: face.value)
        return isNew ? [.becameActive, .willEnterFullscreen] : []
    }

    private mutating func slide(_ share: Double, _ faces: [HardwareControlFace]) -> [Effect] {
        guard !share.isNaN, let face = faces.first(where: { $0.id == selected }) else { return [] }
        switch showing {
        case .nothing:
            return []
        case .list:
            position = min(max(position + share, 0), 1)
            selected = faces[HardwareControlFace.Scale.index(at: position, of: faces.count)].id
            return []
        case .control:
            guard face.isEnabled else { return [] }
            followValue(of: face)
            position = min(max(position + share, 0), 1)
            let value = face.scale.value(at: position)
            return value == face.value ? [] : [.set(face.id, value)]
        }
    }

    /// Puts the finger where the value is, if that has changed by itself.
    private mutating func followValue(of face: HardwareControlFace) {
        let isSame =
            face.scale.count == nil
            ? abs(face.scale.position(of: face.value) - position) < 1e-6 : face.scale.value(at: position) == face.value
        if !isSame { position = face.scale.position(of: face.value) }
    }

    private static func position(of id: Int, in faces: [HardwareControlFace]) -> Double {
        let index = faces.firstIndex { $0.id == id } ?? 0
        return HardwareControlFace.Scale.position(ofIndex: index, of: faces.count)
    }
}

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

/// What a client does when the user has changed a control, and where.
package struct ControlAction<Value: Sendable>: @unchecked Sendable {
    // @unchecked: the action is called on the queue only.

    /// The client's queue.
    package let target: DispatchQueue
    /// Serial, whatever the client's queue is (S-30).
    private let queue: DispatchQueue
    private let action: (Value) -> Void

    package init(_ target: DispatchQueue, _ action: @escaping (Value) -> Void) {
        self.target = target
        self.action = action
        queue = DispatchQueue(label: "pinhole.capture.control", target: target)
    }

    /// Takes a value over and then tells the client, on the queue.
    ///
    /// - Parameter takeOver: answers whether it did: the control may have gone meanwhile.
    package func perform(_ value: Value, _ takeOver: @escaping @Sendable () -> Bool) {
        queue.async {
            dispatchPrecondition(condition: .onQueue(queue))
            if takeOver() { action(value) }
        }
    }
}

/// How controls write their values.
package enum ControlNumbers {
    /// A number with no more digits than it needs, two after the point at most.
    package static func text(_ value: Double) -> String {
        let hundredths = (value * 100).rounded()
        guard abs(hundredths) < 1e15 else { return "\(value)" }
        let whole = Int(hundredths)
        if whole % 100 == 0 { return String(whole / 100) }
        return String(format: whole % 10 == 0 ? "%.1f" : "%.2f", hundredths / 100)
    }

    /// A number in a client's format: one `%@`, any number of `%%`, and no other placeholder.
    ///
    /// - Returns: `nil` for a format that is not so.
    package static func text(_ value: Double, format: String) -> String? {
        var result = ""
        var rest = Substring(format)
        var values = 0
        while let character = rest.popFirst() {
            guard character == "%" else {
                result.append(character)
                continue
            }
            switch rest.popFirst() {
            case "%": result.append("%")
            case "@":
                values += 1
                result += text(value)
            default: return nil
            }
        }
        return values == 1 ? result : nil
    }
}
