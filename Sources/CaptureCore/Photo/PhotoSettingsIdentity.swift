import Synchronization

/// The identity that photo settings share with their copies: the id, and whether it has been used.
///
/// Keeping the mark with the settings, instead of a list of all used ids with the output, costs no memory however many
/// photos are taken.
package final class PhotoSettingsIdentity: Sendable {
    private static let lastID = Atomic<Int64>(0)

    /// Unique for the life of the process; grows from one settings object to the next.
    package let uniqueID: Int64
    private let used = Atomic<Bool>(false)

    package init() {
        uniqueID = Self.lastID.add(1, ordering: .relaxed).newValue
    }

    /// Whether settings with this identity have been used.
    package var isUsed: Bool { used.load(ordering: .acquiring) }

    /// Marks the identity as used; tells whether it was unused before.
    package func markUsed() -> Bool {
        !used.exchange(true, ordering: .acquiringAndReleasing)
    }
}
