import Foundation
import OpenCombine

/// The subscription to publishers whose latest values are combined: it publishes once each has a value, and with each further one.
///
/// Demand goes to all publishers. A combination that nobody has asked for waits until it is, or until there is a newer one.
// @unchecked: what changes is only reached while the lock is held; the subscriber is called while the other one is.
final class LatestValues<Output, Failure: Error>: Subscription, @unchecked Sendable {
    private let lock = NSLock()
    /// Held while the subscriber is called, which may ask for more then.
    private let delivery = NSRecursiveLock()
    private var values: [Any?]
    private var sources: [(any Subscription)?]
    private var running: Int
    private var demand = Subscribers.Demand.none
    private var isWaiting = false
    private var isOver = false

    private let combine: ([Any]) -> Output
    private var deliver: ((Output) -> Subscribers.Demand)?
    private var complete: ((Subscribers.Completion<Failure>) -> Void)?

    init<S: Subscriber>(_ count: Int, for subscriber: S, combine: @escaping ([Any]) -> Output)
    where S.Input == Output, S.Failure == Failure {
        values = Array(repeating: nil, count: count)
        sources = Array(repeating: nil, count: count)
        running = count
        self.combine = combine
        deliver = subscriber.receive(_:)
        complete = subscriber.receive(completion:)
    }

    /// Subscribes to one of the publishers.
    func subscribe<P: Publisher>(to publisher: P, _ index: Int) where P.Failure == Failure {
        publisher.subscribe(Source(self, index))
    }

    private final class Source<Input>: Subscriber {
        private let owner: LatestValues
        private let index: Int

        init(_ owner: LatestValues, _ index: Int) {
            self.owner = owner
            self.index = index
        }

        func receive(subscription: any Subscription) { owner.begin(subscription, index) }
        func receive(_ input: Input) -> Subscribers.Demand {
            owner.receive(input, index)
            return .none
        }
        func receive(completion: Subscribers.Completion<Failure>) { owner.end(completion, index) }
    }

    private func begin(_ subscription: any Subscription, _ index: Int) {
        let demand = lock.withLock { () -> Subscribers.Demand? in
            if isOver { return nil }
            sources[index] = subscription
            return self.demand
        }
        guard let demand else { return subscription.cancel() }
        if demand > .none { subscription.request(demand) }
    }

    private func receive(_ value: Any, _ index: Int) {
        lock.withLock {
            guard !isOver else { return }
            values[index] = .some(value)
            isWaiting = values.allSatisfy { $0 != nil }
        }
        publish()
    }

    /// Hands the combination over, if there is one that has been asked for.
    private func publish() {
        delivery.lock()
        defer { delivery.unlock() }
        let next = lock.withLock { () -> (Output, (Output) -> Subscribers.Demand)? in
            guard isWaiting, demand > .none, let deliver else { return nil }
            demand -= 1
            isWaiting = false
            return (combine(values.compactMap { $0 }), deliver)
        }
        guard let (output, deliver) = next else { return }
        request(deliver(output))
    }

    private func end(_ completion: Subscribers.Completion<Failure>, _ index: Int) {
        delivery.lock()
        defer { delivery.unlock() }
        let (complete, others) = lock.withLock {
            () -> (((Subscribers.Completion<Failure>) -> Void)?, [any Subscription]) in
            sources[index] = nil
            running -= 1
            // Without a value of this publisher there can be no combination.
            let isLast = running == 0 || values[index] == nil
            if case .finished = completion, !isLast { return (nil, []) }
            return close()
        }
        others.forEach { $0.cancel() }
        complete?(completion)
    }

    /// Lets go of everything. Called while the lock is held.
    private func close() -> (((Subscribers.Completion<Failure>) -> Void)?, [any Subscription]) {
        defer {
            isOver = true
            isWaiting = false
            sources = sources.map { _ in nil }
            deliver = nil
            complete = nil
        }
        return (complete, sources.compactMap { $0 })
    }

    func request(_ more: Subscribers.Demand) {
        guard more > .none else { return }
        let sources = lock.withLock {
            demand += more
            return self.sources.compactMap { $0 }
        }
        publish()
        sources.forEach { $0.request(more) }
    }

    func cancel() {
        let (_, sources) = lock.withLock { close() }
        sources.forEach { $0.cancel() }
    }
}
