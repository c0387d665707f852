import CaptureCore
import Dispatch
import Foundation
import FoundationExtras
import Synchronization

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
