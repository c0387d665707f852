import ServerSentEvents

/// What one client has still to be told.
///
/// Most events say how something is now: of those only the newest waits, so that a client that reads slowly hears the truth when it
/// reads. The others say that something has happened; of those the oldest go when too many wait, and can be looked up.
struct PendingEvents {
    /// How many events wait at most that do not replace each other.
    static let limit = 32
    /// The events that say what has happened, and replace none.
    static let oneTimeEvents: Set<String> = ["photo", "movie", "failure"]

    private var events: [ServerSentEvent] = []

    /// Adds an event at the end.
    mutating func append(_ event: ServerSentEvent) {
        if Self.isOneTime(event) {
            let waiting = events.indices.filter { Self.isOneTime(events[$0]) }
            if waiting.count >= Self.limit { events.remove(at: waiting[0]) }
        } else if let index = events.firstIndex(where: { $0.name == event.name }) {
            events.remove(at: index)
        }
        events.append(event)
    }

    private static func isOneTime(_ event: ServerSentEvent) -> Bool {
        event.name.map(oneTimeEvents.contains) ?? false
    }

    /// Takes the first event out.
    mutating func popFirst() -> ServerSentEvent? {
        events.isEmpty ? nil : events.removeFirst()
    }
}
