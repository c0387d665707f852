import Synchronization

/// Types that the program declares and this module does not know.
final class DeclaredTypes: Sendable {
    static let shared = DeclaredTypes()

    private let parents = Mutex<[String: UTType]>([:])

    /// Remembers what a type conforms to; the first word counts.
    func declare(_ identifier: String, parent: UTType) {
        guard parent.identifier != identifier else { return }
        parents.withLock { if $0[identifier] == nil { $0[identifier] = parent } }
    }

    /// What a type conforms to.
    func parent(of identifier: String) -> UTType? {
        parents.withLock { $0[identifier] }
    }
}
