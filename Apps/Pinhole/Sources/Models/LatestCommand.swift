/// Gives a command with the newest of values that come faster than the command is done, one at a time: a finger that zooms makes
/// sixty a second.
@MainActor
final class LatestCommand<Value: Sendable> {
    private let perform: @MainActor (Value) async -> Void
    private var waiting: Value?
    private var running: Task<Void, Never>?

    init(_ perform: @escaping @MainActor (Value) async -> Void) {
        self.perform = perform
    }

    /// Has the command given with a value; one that still waits is forgotten.
    func send(_ value: Value) {
        waiting = value
        guard running == nil else { return }
        running = Task { [weak self] in await self?.drain() }
    }

    /// Returns when nothing waits any more.
    func settle() async { await running?.value }

    private func drain() async {
        while let value = waiting {
            waiting = nil
            await perform(value)
        }
        running = nil
    }
}
