import Foundation
import FoundationExtras

/// Whether changes are not animated.
public let kCATransactionDisableActions = "disableActions"
/// How long changes are animated.
public let kCATransactionAnimationDuration = "animationDuration"
/// Called after the changes.
public let kCATransactionCompletionBlock = "completionBlock"

/// Changes of layers that belong together.
///
/// There is no animation here, and changes are there at once. A transaction keeps its values, so that code that asks for them finds them,
/// and calls its completion block when it is committed. Each thread has its own transactions.
open class CATransaction: NSObject {
    /// A transaction that has begun.
    private struct Level {
        var values: [String: Any] = [:]
        var completion: (() -> Void)?
    }

    /// The transactions of a thread, the outermost first. Without one there is the implicit one, which has begun always.
    private final class Stack {
        var levels: [Level] = []
        var implicit = Level()
    }

    private static let key = "QuartzCore.CATransaction"

    private static var stack: Stack {
        let dictionary = Thread.current.threadDictionary
        if let stack = dictionary[key] as? Stack { return stack }
        let stack = Stack()
        dictionary[key] = stack
        return stack
    }

    /// Begins a transaction within the one that has begun, if there is one.
    public class func begin() {
        stack.levels.append(Level())
    }

    /// Ends the transaction that has begun last, and calls its completion block. Does nothing if none has begun.
    public class func commit() {
        stack.levels.popLast()?.completion?()
    }

    /// Ends the implicit transaction: calls its completion block.
    public class func flush() {
        let completion = stack.implicit.completion
        stack.implicit = Level()
        completion?()
    }

    /// Nothing: a layer's properties may be read from other threads.
    public class func lock() {}

    /// Nothing: a layer's properties may be read from other threads.
    public class func unlock() {}

    /// Whether changes are not animated, as the client has said.
    public class func disableActions() -> Bool { value(forKey: kCATransactionDisableActions) as? Bool ?? false }

    /// Says whether changes are not animated.
    public class func setDisableActions(_ flag: Bool) {
        setValue(flag, forKey: kCATransactionDisableActions)
    }

    /// How long changes would be animated, in seconds, as the client has said; a quarter of a second at first.
    public class func animationDuration() -> CFTimeInterval {
        value(forKey: kCATransactionAnimationDuration) as? CFTimeInterval ?? 0.25
    }

    /// Says how long changes would be animated, in seconds.
    public class func setAnimationDuration(_ dur: CFTimeInterval) {
        setValue(dur, forKey: kCATransactionAnimationDuration)
    }

    /// What is called when the transaction is committed.
    public class func completionBlock() -> (() -> Void)? { change { $0.completion } }

    /// Sets what is called when the transaction is committed.
    public class func setCompletionBlock(_ block: (() -> Void)?) {
        change { $0.completion = block }
    }

    /// What was set for a key in this transaction, or in one around it.
    open class func value(forKey key: String) -> Any? {
        if key == kCATransactionCompletionBlock { return completionBlock() }
        let stack = stack
        return (stack.levels.reversed() + [stack.implicit]).lazy.compactMap { $0.values[key] }.first
    }

    /// Keeps a value for a key for as long as the transaction lasts.
    open class func setValue(_ anObject: Any?, forKey key: String) {
        if key == kCATransactionCompletionBlock { return setCompletionBlock(anObject as? () -> Void) }
        change { $0.values[key] = anObject }
    }

    private static func change<Result>(_ body: (inout Level) -> Result) -> Result {
        let stack = stack
        guard !stack.levels.isEmpty else { return body(&stack.implicit) }
        return body(&stack.levels[stack.levels.count - 1])
    }
}

/// The host's time in seconds: that of Core Media's host clock and of frames' timestamps. It never jumps.
public func CACurrentMediaTime() -> CFTimeInterval {
    CFTimeInterval(mach_absolute_time()) / CFTimeInterval(NSEC_PER_SEC)
}
