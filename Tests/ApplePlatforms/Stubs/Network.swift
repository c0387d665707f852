// What the scanner uses of Network.
public struct NWPath: Sendable {
    public enum Status: Sendable {
        case satisfied
        case unsatisfied
        case requiresConnection
    }
    public var status: Status { fatalError() }
}

public final class NWPathMonitor: Sendable {
    public init() { fatalError() }
}

extension NWPathMonitor: AsyncSequence {
    public struct Iterator: AsyncIteratorProtocol {
        public mutating func next() async -> NWPath? { fatalError() }
    }
    public func makeAsyncIterator() -> Iterator { fatalError() }
}
