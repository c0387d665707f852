import CaptureCore
import Dispatch
import Foundation
import FoundationExtras
import Synchronization

/// A control that a user reaches with the device's button for cameras, exactly as Apple's class of the same name: the base of
/// sliders and pickers.
///
/// Add it with `AVCaptureSession.addControl(_:)`; it is shown only while the session runs and has a controls delegate (S-29).
open class AVCaptureControl: NSObject {
    // Safe on any thread: all that changes lies in mutexes.

    private struct Standing: @unchecked Sendable {
        // @unchecked: a session guards its state with locks.
        var isEnabled = true
        weak var session: AVCaptureSession?
    }

    private static let lastNumber = Mutex(0)

    /// Tells the control from all others of the process.
    let number: Int
    private let standing = Mutex(Standing())

    override init() {
        number = Self.lastNumber.withLock { number in
            number += 1
            return number
        }
        super.init()
    }

    /// Whether the user can change the control's value; true at first. A control that is disabled is still shown.
    open var isEnabled: Bool {
        get { standing.withLock { $0.isEnabled } }
        set {
            standing.withLock { $0.isEnabled = newValue }
            changed()
        }
    }

    // MARK: What the session asks of a control

    /// The session that the control was added to.
    final var session: AVCaptureSession? {
        get { standing.withLock { $0.session } }
        set { standing.withLock { $0.session = newValue } }
    }

    /// Whether the user can still change it: it may be disabled or removed while a change is on its way to its queue.
    final var isInUse: Bool { standing.withLock { $0.isEnabled && $0.session != nil } }

    /// Why the control can't be added to any session yet; `nil` when it can.
    var refusalToJoin: String? { nil }

    /// What a user sees of it.
    var face: HardwareControlFace {
        HardwareControlFace(
            id: number,
            title: "",
            symbolName: "",
            isEnabled: isEnabled,
            scale: .titles([""]),
            value: 0,
            valueText: ""
        )
    }

    /// The user wants another value: the nearest that the control can have. On the session's event queue.
    func userWants(_ value: Double) {}

    /// Something that a user sees has changed.
    final func changed() { session?.controlsChanged() }
}

/// A control that chooses a number of a bounded range, exactly as Apple's class of the same name.
open class AVCaptureSlider: AVCaptureControl {
    // Safe on any thread: all that changes lies in the mutex.

    private struct Settings: Sendable {
        var value: Float
        var format: String?
        var prominentValues: [Float] = []
        var accessibilityIdentifier: String?
        var action: ControlAction<Float>?
    }

    /// What the slider does, in a word.
    public let localizedTitle: String
    /// The name of the slider's symbol.
    public let symbolName: String

    private let scale: HardwareControlFace.Scale
    private let range: ClosedRange<Float>
    private let settings: Mutex<Settings>

    private init(_ title: String, _ symbolName: String, _ range: ClosedRange<Float>, _ scale: HardwareControlFace.Scale)
    {
        localizedTitle = title
        self.symbolName = symbolName
        self.range = range
        self.scale = scale
        settings = Mutex(Settings(value: range.lowerBound))
        super.init()
    }

    /// A slider for any number of a range. An empty range stops the program.
    public convenience init(_ localizedTitle: String, symbolName: String, in range: ClosedRange<Float>) {
        AVCaptureSlider.requireRoom(range)
        let scale = HardwareControlFace.Scale.continuous(Double(range.lowerBound)...Double(range.upperBound))
        self.init(localizedTitle, symbolName, range, scale)
    }

    /// A slider for each so-many-th number of a range. An empty range, or a step that is not above 0, stops the program.
    public convenience init(
        _ localizedTitle: String,
        symbolName: String,
        in range: ClosedRange<Float>,
        step: Float
    ) {
        AVCaptureSlider.requireRoom(range)
        guard step > 0, step.isFinite else { AVCaptureSlider.refuse("step (\(step)) must be greater than 0") }
        self.init(localizedTitle, symbolName, range, .stops(AVCaptureSlider.stops(range, step)))
    }

    /// A slider for some numbers. `UNKNOWN`: an empty list, or anything but numbers, stops the program.
    public convenience init(_ localizedTitle: String, symbolName: String, values: [Float]) {
        let stops = Set(values).sorted()
        guard let least = stops.first, let most = stops.last, values.allSatisfy(\.isFinite) else {
            AVCaptureSlider.refuse("values must contain at least one number, and numbers only")
        }
        self.init(localizedTitle, symbolName, least...most, .stops(stops.map(Double.init)))
    }

    private static func requireRoom(_ range: ClosedRange<Float>) {
        guard range.lowerBound < range.upperBound, range.lowerBound.isFinite, range.upperBound.isFinite else {
            refuse("minValue (\(range.lowerBound)) must be less than maxValue (\(range.upperBound))")
        }
    }

    private static func refuse(_ reason: String) -> Never {
        programmerError(.invalidArgument, "*** -[AVCaptureSlider init] \(reason)")
    }

    /// Whole multiples of the step from the lower bound on, computed in `Double` so that no error adds up. Never more than a
    /// hand could tell apart.
    private static func stops(_ range: ClosedRange<Float>, _ step: Float) -> [Double] {
        let (least, most, step) = (Double(range.lowerBound), Double(range.upperBound), Double(step))
        let last = min(((most - least) / step + 1e-4).rounded(.down), 100_000)
        return (0...Int(last)).map { min(least + Double($0) * step, most) }
    }

    // MARK: Value

    /// The value; at first the least. One of a slider with steps is rounded to the nearest step (UNKNOWN). Setting it does not
    /// call the action (UNKNOWN).
    ///
    /// Stops the program outside of the range and, once there is an action, on another queue than the action's.
    open var value: Float {
        get { settings.withLock { $0.value } }
        set {
            guard range.contains(newValue) else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureSlider setValue:] value (\(newValue)) must be within the range "
                        + "[\(range.lowerBound), \(range.upperBound)]"
                )
            }
            if let action = settings.withLock({ $0.action }) {
                dispatchPrecondition(condition: .onQueue(action.target))
            }
            apply(newValue)
        }
    }

    private func apply(_ value: Float) {
        let nearest = Float(scale.nearest(to: Double(value)))
        settings.withLock { $0.value = nearest }
        changed()
    }

    /// How the value is shown: a format with one `%@`, such as `%@ fps`; `%%` means a per cent sign. With any other format, and
    /// with `nil`, the number alone is shown.
    open var localizedValueFormat: String? {
        get { settings.withLock { $0.format } }
        set {
            settings.withLock { $0.format = newValue }
            changed()
        }
    }

    /// Values that may stand out; none at first.
    open var prominentValues: [Float] {
        get { settings.withLock { $0.prominentValues } }
        set {
            settings.withLock { $0.prominentValues = newValue }
            changed()
        }
    }

    /// Identifies the slider for automated tests of a user interface.
    open var accessibilityIdentifier: String? {
        get { settings.withLock { $0.accessibilityIdentifier } }
        set {
            settings.withLock { $0.accessibilityIdentifier = newValue }
            changed()
        }
    }

    // MARK: Action

    /// Sets what is done when the user has changed the value. It is called on a serial queue that is targeted at `actionQueue`
    /// (S-30). Without an action the slider can't be added to a session (S-29).
    public func setActionQueue(_ actionQueue: DispatchQueue, action: @escaping (Float) -> Void) {
        let made = ControlAction(actionQueue, action)
        settings.withLock { $0.action = made }
    }

    override var refusalToJoin: String? {
        settings.withLock { $0.action } == nil ? "The slider needs an action: use -setActionQueue:action:" : nil
    }

    override var face: HardwareControlFace {
        let settings = settings.withLock { $0 }
        let value = Double(settings.value)
        return HardwareControlFace(
            id: number,
            title: localizedTitle,
            symbolName: symbolName,
            accessibilityIdentifier: settings.accessibilityIdentifier,
            isEnabled: isEnabled,
            scale: scale,
            prominentValues: settings.prominentValues.map(Double.init),
            value: value,
            valueText: settings.format.flatMap { ControlNumbers.text(value, format: $0) } ?? ControlNumbers.text(value)
        )
    }

    override func userWants(_ value: Double) {
        guard isEnabled, let action = settings.withLock({ $0.action }) else { return }
        let wanted = Float(scale.nearest(to: value))
        action.perform(wanted) { [me = WeakReference(self)] in
            guard let me = me.object, me.isInUse else { return false }
            me.apply(wanted)
            return true
        }
    }
}

/// A control that chooses one of several things, exactly as Apple's class of the same name.
open class AVCaptureIndexPicker: AVCaptureControl {
    // Safe on any thread: all that changes lies in the mutex.

    private struct Settings: Sendable {
        var selectedIndex = 0
        var accessibilityIdentifier: String?
        var action: ControlAction<Int>?
    }

    /// What the picker does, in a word.
    public let localizedTitle: String
    /// The name of the picker's symbol.
    public let symbolName: String
    /// How many things there are to choose from.
    public let numberOfIndexes: Int
    /// What each of them is called; empty for a picker that was made without titles (UNKNOWN).
    public let localizedIndexTitles: [String]

    private let settings = Mutex(Settings())

    private init(_ title: String, _ symbolName: String, _ count: Int, _ titles: [String]) {
        localizedTitle = title
        self.symbolName = symbolName
        numberOfIndexes = count
        localizedIndexTitles = titles
        super.init()
    }

    /// A picker of so many things that need no titles. None at all stops the program.
    public convenience init(_ localizedTitle: String, symbolName: String, numberOfIndexes: Int) {
        AVCaptureIndexPicker.requireSome(numberOfIndexes)
        self.init(localizedTitle, symbolName, numberOfIndexes, [])
    }

    /// A picker of so many things, each of which is asked for its title now. None at all stops the program.
    public convenience init(
        _ localizedTitle: String,
        symbolName: String,
        numberOfIndexes: Int,
        localizedTitleTransform: (Int) -> String
    ) {
        AVCaptureIndexPicker.requireSome(numberOfIndexes)
        self.init(localizedTitle, symbolName, numberOfIndexes, (0..<numberOfIndexes).map(localizedTitleTransform))
    }

    /// A picker of things with these titles. None at all stops the program.
    public convenience init(_ localizedTitle: String, symbolName: String, localizedIndexTitles: [String]) {
        AVCaptureIndexPicker.requireSome(localizedIndexTitles.count)
        self.init(localizedTitle, symbolName, localizedIndexTitles.count, localizedIndexTitles)
    }

    private static func requireSome(_ count: Int) {
        guard count > 0 else {
            programmerError(
                .invalidArgument,
                "*** -[AVCaptureIndexPicker init] numberOfIndexes (\(count)) must be greater than 0"
            )
        }
    }

    // MARK: Selection

    /// The index that is chosen; 0 at first. Setting it does not call the action (UNKNOWN).
    ///
    /// Stops the program for an index that there isn't and, once there is an action, on another queue than the action's.
    open var selectedIndex: Int {
        get { settings.withLock { $0.selectedIndex } }
        set {
            guard (0..<numberOfIndexes).contains(newValue) else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureIndexPicker setSelectedIndex:] selectedIndex (\(newValue)) must be within the range "
                        + "[0, \(numberOfIndexes - 1)]"
                )
            }
            if let action = settings.withLock({ $0.action }) {
                dispatchPrecondition(condition: .onQueue(action.target))
            }
            apply(newValue)
        }
    }

    private func apply(_ index: Int) {
        settings.withLock { $0.selectedIndex = index }
        changed()
    }

    /// Identifies the picker for automated tests of a user interface.
    open var accessibilityIdentifier: String? {
        get { settings.withLock { $0.accessibilityIdentifier } }
        set {
            settings.withLock { $0.accessibilityIdentifier = newValue }
            changed()
        }
    }

    // MARK: Action

    /// Sets what is done when the user has chosen. It is called on a serial queue that is targeted at `actionQueue` (S-30).
    /// Without an action the picker can't be added to a session (S-29).
    public func setActionQueue(_ actionQueue: DispatchQueue, action: @escaping (Int) -> Void) {
        let made = ControlAction(actionQueue, action)
        settings.withLock { $0.action = made }
    }

    override var refusalToJoin: String? {
        settings.withLock { $0.action } == nil ? "The picker needs an action: use -setActionQueue:action:" : nil
    }

    /// What is shown for each index: its title, or its number as people count.
    private var shownTitles: [String] {
        localizedIndexTitles.isEmpty ? (1...numberOfIndexes).map(String.init) : localizedIndexTitles
    }

    override var face: HardwareControlFace {
        let settings = settings.withLock { $0 }
        let titles = shownTitles
        return HardwareControlFace(
            id: number,
            title: localizedTitle,
            symbolName: symbolName,
            accessibilityIdentifier: settings.accessibilityIdentifier,
            isEnabled: isEnabled,
            scale: .titles(titles),
            value: Double(settings.selectedIndex),
            valueText: titles[settings.selectedIndex]
        )
    }

    override func userWants(_ value: Double) {
        guard isEnabled, let action = settings.withLock({ $0.action }) else { return }
        let wanted = Int(face.scale.nearest(to: value))
        action.perform(wanted) { [me = WeakReference(self)] in
            guard let me = me.object, me.isInUse else { return false }
            me.apply(wanted)
            return true
        }
    }
}
