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
