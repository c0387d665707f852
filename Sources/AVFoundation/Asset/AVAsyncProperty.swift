import Foundation

/// A property whose value is found out later, of any type.
open class AVAnyAsyncProperty: Hashable, CustomStringConvertible, @unchecked Sendable {
    // @unchecked: immutable, like those of its subclasses; what they call may be called on any thread.
    let key: String

    init(key: String) {
        self.key = key
    }

    /// The property's name.
    public var description: String { key }

    /// Whether both are the same property of the same type.
    public static func == (left: AVAnyAsyncProperty, right: AVAnyAsyncProperty) -> Bool {
        left.key == right.key && type(of: left) == type(of: right)
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
    }
}

/// A property of a type whose value is found out later. Properties of assets, tracks and metadata items are its static members.
open class AVPartialAsyncProperty<Root>: AVAnyAsyncProperty, @unchecked Sendable {
    // @unchecked: inherited.
}

/// A property whose value has a type and is found out later, to be given to `load(_:)`.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    // @unchecked: inherited.
    private let read: @Sendable (Root) throws -> Value

    init(_ key: String, _ read: @escaping @Sendable (Root) throws -> Value) {
        self.read = read
        super.init(key: key)
    }

    /// How far the value is.
    @frozen public enum Status {
        /// Nobody has asked for it.
        case notYetLoaded
        /// It is being found out.
        case loading
        /// It is known.
        case loaded(Value)
        /// It cannot be found out.
        case failed(NSError)
    }

    func status(of root: Root) -> Status {
        switch (root as? any DeferredValues)?.loadingState ?? .loaded {
        case .unknown: return .notYetLoaded
        case .loading: return .loading
        case .failed(let error): return .failed(error)
        case .loaded:
            do {
                return .loaded(try read(root))
            } catch {
                return .failed(error as NSError)
            }
        }
    }

    nonisolated(nonsending) func load(_ root: Root) async throws -> Value {
        if let deferred = root as? any DeferredValues { try await deferred.loadValues() }
        return try read(root)
    }
}
