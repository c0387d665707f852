import HummingbirdCore

/// Bounds the number of connections, and keeps one place free for a new client as long as any connection can be spared.
struct ConnectionLimit: AvailableConnectionsDelegate {
    private let maximum: Int
    private let registry: ConnectionRegistry
    private var count = 0

    init(_ maximum: Int, registry: ConnectionRegistry) {
        self.maximum = maximum
        self.registry = registry
    }

    mutating func connectionOpened() {
        count += 1
        if count >= maximum { registry.makeRoom() }
    }

    mutating func connectionClosed() {
        count -= 1
    }

    func isAcceptingNewConnections() -> Bool { count < maximum }
}
