import Foundation

/// Objects with properties whose values are found out later, and never make the caller wait.
public protocol AVAsynchronousKeyValueLoading: AnyObject {
    /// How far the value of a property is.
    ///
    /// - Parameters:
    ///   - key: the property's name.
    ///   - outError: why it cannot be found out.
    func statusOfValue(forKey key: String, error outError: UnsafeMutablePointer<NSError?>?) -> AVKeyValueStatus

    /// Finds out values.
    ///
    /// - Parameters:
    ///   - keys: the properties' names.
    ///   - handler: called once when all of them are known or cannot be found out, on a thread of its own.
    @preconcurrency
    func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?)
}

extension AVAsynchronousKeyValueLoading {
    /// How far a property is; its value, if it is known.
    public func status<T>(of property: AVAsyncProperty<Self, T>) -> AVAsyncProperty<Self, T>.Status {
        property.status(of: self)
    }

    /// Finds out a value.
    ///
    /// - Throws: why it cannot be found out.
    public func load<T>(
        _ property: AVAsyncProperty<Self, T>,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> T {
        try await property.load(self)
    }

    /// Finds out two values.
    public func load<A, B>(
        _ propertyA: AVAsyncProperty<Self, A>,
        _ propertyB: AVAsyncProperty<Self, B>,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> (A, B) {
        (try await propertyA.load(self), try await propertyB.load(self))
    }

    /// Finds out three values.
    public func load<A, B, C>(
        _ propertyA: AVAsyncProperty<Self, A>,
        _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> (A, B, C) {
        (try await propertyA.load(self), try await propertyB.load(self), try await propertyC.load(self))
    }

    /// Finds out four values.
    public func load<A, B, C, D>(
        _ propertyA: AVAsyncProperty<Self, A>,
        _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>,
        _ propertyD: AVAsyncProperty<Self, D>,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> (A, B, C, D) {
        (
            try await propertyA.load(self),
            try await propertyB.load(self),
            try await propertyC.load(self),
            try await propertyD.load(self)
        )
    }

    /// Finds out five values.
    public func load<A, B, C, D, E>(
        _ propertyA: AVAsyncProperty<Self, A>,
        _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>,
        _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> (A, B, C, D, E) {
        (
            try await propertyA.load(self),
            try await propertyB.load(self),
            try await propertyC.load(self),
            try await propertyD.load(self),
            try await propertyE.load(self)
        )
    }

    /// Finds out six values.
    public func load<A, B, C, D, E, F>(
        _ propertyA: AVAsyncProperty<Self, A>,
        _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>,
        _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>,
        _ propertyF: AVAsyncProperty<Self, F>,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> (A, B, C, D, E, F) {
        (
            try await propertyA.load(self),
            try await propertyB.load(self),
            try await propertyC.load(self),
            try await propertyD.load(self),
            try await propertyE.load(self),
            try await propertyF.load(self)
        )
    }

    /// Finds out seven values.
    public func load<A, B, C, D, E, F, G>(
        _ propertyA: AVAsyncProperty<Self, A>,
        _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>,
        _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>,
        _ propertyF: AVAsyncProperty<Self, F>,
        _ propertyG: AVAsyncProperty<Self, G>,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> (A, B, C, D, E, F, G) {
        (
            try await propertyA.load(self),
            try await propertyB.load(self),
            try await propertyC.load(self),
            try await propertyD.load(self),
            try await propertyE.load(self),
            try await propertyF.load(self),
            try await propertyG.load(self)
        )
    }

    /// Finds out eight values.
    public func load<A, B, C, D, E, F, G, H>(
        _ propertyA: AVAsyncProperty<Self, A>,
        _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>,
        _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>,
        _ propertyF: AVAsyncProperty<Self, F>,
        _ propertyG: AVAsyncProperty<Self, G>,
        _ propertyH: AVAsyncProperty<Self, H>,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> (A, B, C, D, E, F, G, H) {
        (
            try await propertyA.load(self),
            try await propertyB.load(self),
            try await propertyC.load(self),
            try await propertyD.load(self),
            try await propertyE.load(self),
            try await propertyF.load(self),
            try await propertyG.load(self),
            try await propertyH.load(self)
        )
    }
}

/// How far the value of a property is.
public enum AVKeyValueStatus: Int, Sendable {
    /// Nobody has asked for it.
    case unknown
    /// It is being found out.
    case loading
    /// It is known.
    case loaded
    /// It cannot be found out.
    case failed
    /// Finding it out was cancelled.
    case cancelled
}

/// How far what an object stands for has been read.
enum LoadingState {
    case unknown, loading, loaded
    case failed(NSError)

    var status: AVKeyValueStatus {
        switch self {
        case .unknown: .unknown
        case .loading: .loading
        case .loaded: .loaded
        case .failed: .failed
        }
    }
}

/// An object whose values are read later, all at once.
protocol DeferredValues: AnyObject {
    var loadingState: LoadingState { get }
    /// Reads them, unless they are known; on a thread that may wait.
    nonisolated(nonsending) func loadValues() async throws
}
