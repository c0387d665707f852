import Foundation
import Synchronization

/// A registered observer. It observes until ``invalidate()`` is called or the object goes away; keep it for as long as
/// changes matter.
public final class NSKeyValueObservation: NSObject, Sendable {
    private weak let registry: KeyValueObserverRegistry?
    private let active = Atomic<Bool>(true)

    init(registry: KeyValueObserverRegistry) {
        self.registry = registry
    }

    /// Ends the observation. May be called more than once, from any thread, also from the observer itself. A call of
    /// the observer that is under way on another thread is not waited for.
    public func invalidate() {
        guard active.exchange(false, ordering: .acquiringAndReleasing) else { return }
        registry?.remove(ObjectIdentifier(self))
    }

    /// Whether changes are still to be told.
    var isActive: Bool { active.load(ordering: .acquiring) }

    deinit {
        invalidate()
    }
}
