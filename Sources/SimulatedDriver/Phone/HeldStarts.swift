import CaptureDriver
import CoreMedia
import Dispatch
import Synchronization

/// Starts of sessions that the system does not answer for a while: the caller's thread waits.
final class HeldStarts: Sendable {
    /// The longest that any start is held, on the phone's clock.
    static let limit = 600.0

    private struct State {
        /// For how long the starts to come are held.
        var coming: [Double] = []
        var begun = 0
        var held: [Int: DispatchSemaphore] = [:]
        /// Who waits for a start to be held, and for which.
        var watchers: [(number: Int, action: @Sendable () -> Void)] = []
    }

    private let clock: any CaptureClock
    private let state = Mutex(State())

    init(clock: any CaptureClock) {
        self.clock = clock
    }

    /// Holds the next starts.
    func holdNext(seconds: Double?, count: Int) {
        state.withLock { $0.coming += Array(repeating: min(seconds ?? Self.limit, Self.limit), count: count) }
    }

    /// Starts that are held now.
    var count: Int { state.withLock { $0.held.count } }

    /// Starts that were ever held.
    var begun: Int { state.withLock { $0.begun } }

    /// Calls back as soon as more than so many starts were ever held, on the thread that is held, or at once.
    func whenBegun(moreThan number: Int, _ action: @escaping @Sendable () -> Void) {
        let isBegun = state.withLock { state in
            if state.begun <= number { state.watchers.append((number, action)) }
            return state.begun > number
        }
        if isBegun { action() }
    }

    /// Waits, if this start is to be held.
    ///
    /// - Parameter begins: called before it waits.
    func pass(begins: (_ seconds: Double) -> Void) {
        let semaphore = DispatchSemaphore(value: 0)
        guard
            let (seconds, number, watchers) = state.withLock({ state -> (Double, Int, [@Sendable () -> Void])? in
                guard !state.coming.isEmpty else { return nil }
                state.begun += 1
                state.held[state.begun] = semaphore
                let due = state.watchers.filter { $0.number < state.begun }.map(\.action)
                state.watchers.removeAll { $0.number < state.begun }
                return (state.coming.removeFirst(), state.begun, due)
            })
        else { return }
        begins(seconds)
        let appointment = clock.schedule(at: clock.now.adding(seconds: seconds)) { [weak self] in
            self?.release(number)
        }
        watchers.forEach { $0() }
        semaphore.wait()
        appointment.cancel()
    }

    /// Answers all starts that are held now, and holds no others.
    func releaseAll() {
        let held = state.withLock { state in
            defer { state.held = [:] }
            state.coming = []
            return state.held
        }
        for number in held.keys.sorted() { held[number]?.signal() }
    }

    private func release(_ number: Int) {
        state.withLock { $0.held.removeValue(forKey: number) }?.signal()
    }
}
