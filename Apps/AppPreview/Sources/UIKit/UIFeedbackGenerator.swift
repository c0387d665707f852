import Foundation
import ViewTree

/// Makes the phone vibrate; the page shows it where it can.
@MainActor
@preconcurrency
open class UIFeedbackGenerator: NSObject {
    fileprivate override init() {
        super.init()
    }

    /// Wakes the motor; there is none to wake.
    open func prepare() {}
}

/// A knock, as of something that hits something.
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    public enum FeedbackStyle: Int, Sendable {
        case light = 0
        case medium = 1
        case heavy = 2
        case soft = 3
        case rigid = 4
    }

    private let style: FeedbackStyle

    public init(style: FeedbackStyle) {
        self.style = style
        super.init()
    }

    open func impactOccurred() {
        Phone.current.perform(.haptic("impact-\(style)"))
    }

    /// - Parameter intensity: from 0 to 1.
    open func impactOccurred(intensity: CGFloat) {
        guard intensity > 0 else { return }
        impactOccurred()
    }
}

/// What came of something.
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    public enum FeedbackType: Int, Sendable {
        case success = 0
        case warning = 1
        case error = 2
    }

    public override init() {
        super.init()
    }

    open func notificationOccurred(_ notificationType: FeedbackType) {
        Phone.current.perform(.haptic("\(notificationType)"))
    }
}

/// A step from one value to the next.
open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    public override init() {
        super.init()
    }

    open func selectionChanged() {
        Phone.current.perform(.haptic("selection"))
    }
}
