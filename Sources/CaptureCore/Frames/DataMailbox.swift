/// What waits for a delegate to fetch it: in order, and bounded. How data are put in, each kind of mailbox decides.
package protocol DataMailbox: Sendable {
    /// What the delegate's reader fetches.
    associatedtype Item: Sendable

    /// How many items wait.
    var count: Int { get }

    /// Fetches the oldest item.
    mutating func next() -> Item?

    /// Forgets everything.
    mutating func removeAll()
}
