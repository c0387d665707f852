import Observation
import Synchronization

/// One look at observable values, which can be ended before any of them changes.
///
/// `withObservationTracking` has no way to stop waiting. So each look reads a property of its own, too; changing that ends the
/// wait, and every registration with it.
final class Reading: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let isOver = Mutex(false)
    private var end: Void { () }

    init() {}

    /// Calls a function, and `onChange` once, on whatever thread, just before something that it read changes.
    @MainActor
    func track<T>(_ read: () -> T, onChange: @escaping @Sendable () -> Void) -> T {
        withObservationTracking {
            registrar.access(self, keyPath: \.end)
            return read()
        } onChange: { [weak self] in
            if let self, !self.isOver.withLock({ $0 }) { onChange() }
        }
    }

    /// Waits no longer.
    func cancel() {
        isOver.withLock { $0 = true }
        registrar.withMutation(of: self, keyPath: \.end) {}
    }
}
