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
