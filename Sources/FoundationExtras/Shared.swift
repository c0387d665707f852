import Dispatch

/// A value that is used by several threads although its type does not say so, as Apple's classes of the same names do not.
///
/// For objects that guard their state with locks, which is what the capture classes of this package do; for those that do not change;
/// and for what its receiver alone uses from then on. Clients are told what Apple's compiler tells them, and the machinery hands the
/// objects to its own threads. Nothing else may be put in here.
///
///     struct State: Sendable {
///         @Shared var devices: [AVCaptureDevice] = []
///     }
///     queue.async { [me = Shared(self)] in me.object.update() }
@propertyWrapper
package struct Shared<Object>: @unchecked Sendable {
    // @unchecked: see above.

    /// The value.
    package var wrappedValue: Object

    /// Wraps a value.
    package init(wrappedValue: Object) {
        self.wrappedValue = wrappedValue
    }

    /// Wraps a value, to be captured by a function.
    package init(_ object: Object) {
        wrappedValue = object
    }

    /// The value.
    package var object: Object { wrappedValue }
}

extension Shared: Equatable where Object: Equatable {}

/// Holds an object without keeping it alive, for any thread: what ``Shared`` is for objects that are kept.
package final class WeakReference<Object: AnyObject>: @unchecked Sendable {
    // @unchecked: the reference is set once; the runtime makes loading a weak reference safe on any thread.

    /// The object, while it exists.
    package private(set) weak var object: Object?

    /// Refers to an object.
    package init(_ object: Object?) {
        self.object = object
    }
}

/// Lets threads wait until something is ready; it stays open once it was opened.
@_spi(Pinhole) public final class Latch: Sendable {
    private let group: DispatchGroup

    @_spi(Pinhole) public init() {
        group = DispatchGroup()
        group.enter()
    }

    /// From now on nobody waits. Called once.
    @_spi(Pinhole) public func open() { group.leave() }

    /// Returns when it is open.
    @_spi(Pinhole) public func wait() { group.wait() }
}
