import Foundation
public import OpenCombine

// OpenCombine has no publishers of combined latest values.

extension Publishers {
    /// Publishes the latest values of two publishers, once each has one, and then whenever one publishes.
    ///
    /// It finishes when all have, or when one has that never published; it fails when one does. With less demand than values, the newest
    /// combination waits.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        /// The latest values.
        public typealias Output = (A.Output, B.Output)
        /// How each fails.
        public typealias Failure = A.Failure

        /// One publisher.
        public let a: A
        /// Another one.
        public let b: B

        /// Combines two publishers.
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Subscribes to all of them. Combine's business.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let latest = LatestValues<Output, Failure>(2, for: subscriber) { values in
                guard let a = values[0] as? A.Output, let b = values[1] as? B.Output else {
                    preconditionFailure("Each publisher's values have its type.")
                }
                return (a, b)
            }
            subscriber.receive(subscription: latest)
            latest.subscribe(to: a, 0)
            latest.subscribe(to: b, 1)
        }
    }

    /// Publishes the latest values of three publishers, once each has one, and then whenever one publishes.
    ///
    /// It finishes when all have, or when one has that never published; it fails when one does. With less demand than values, the newest
    /// combination waits.
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        /// The latest values.
        public typealias Output = (A.Output, B.Output, C.Output)
        /// How each fails.
        public typealias Failure = A.Failure

        /// One publisher.
        public let a: A
        /// Another one.
        public let b: B
        /// A third one.
        public let c: C

        /// Combines three publishers.
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        /// Subscribes to all of them. Combine's business.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let latest = LatestValues<Output, Failure>(3, for: subscriber) { values in
                guard let a = values[0] as? A.Output, let b = values[1] as? B.Output, let c = values[2] as? C.Output
                else {
                    preconditionFailure("Each publisher's values have its type.")
                }
                return (a, b, c)
            }
            subscriber.receive(subscription: latest)
            latest.subscribe(to: a, 0)
            latest.subscribe(to: b, 1)
            latest.subscribe(to: c, 2)
        }
    }

    /// Publishes the latest values of four publishers, once each has one, and then whenever one publishes.
    ///
    /// It finishes when all have, or when one has that never published; it fails when one does. With less demand than values, the newest
    /// combination waits.
    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
        /// The latest values.
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)
        /// How each fails.
        public typealias Failure = A.Failure

        /// One publisher.
        public let a: A
        /// Another one.
        public let b: B
        /// A third one.
        public let c: C
        /// A fourth one.
        public let d: D

        /// Combines four publishers.
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
        }

        /// Subscribes to all of them. Combine's business.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let latest = LatestValues<Output, Failure>(4, for: subscriber) { values in
                guard let a = values[0] as? A.Output, let b = values[1] as? B.Output, let c = values[2] as? C.Output,
                    let d = values[3] as? D.Output
                else {
                    preconditionFailure("Each publisher's values have its type.")
                }
                return (a, b, c, d)
            }
            subscriber.receive(subscription: latest)
            latest.subscribe(to: a, 0)
            latest.subscribe(to: b, 1)
            latest.subscribe(to: c, 2)
            latest.subscribe(to: d, 3)
        }
    }
}

extension Publisher {
    /// Publishes the latest values of this and another publisher.
    public func combineLatest<B: Publisher>(_ b: B) -> Publishers.CombineLatest<Self, B> where B.Failure == Failure {
        Publishers.CombineLatest(self, b)
    }

    /// Publishes what a function makes of the latest values of this and another publisher.
    public func combineLatest<B: Publisher, T>(_ b: B, _ transform: @escaping (Output, B.Output) -> T)
        -> Publishers.Map<Publishers.CombineLatest<Self, B>, T> where B.Failure == Failure
    {
        combineLatest(b).map { transform($0.0, $0.1) }
    }

    /// Publishes the latest values of this and two other publishers.
    public func combineLatest<B: Publisher, C: Publisher>(_ b: B, _ c: C) -> Publishers.CombineLatest3<Self, B, C>
    where B.Failure == Failure, C.Failure == Failure {
        Publishers.CombineLatest3(self, b, c)
    }

    /// Publishes what a function makes of the latest values of this and two other publishers.
    public func combineLatest<B: Publisher, C: Publisher, T>(
        _ b: B,
        _ c: C,
        _ transform: @escaping (Output, B.Output, C.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest3<Self, B, C>, T> where B.Failure == Failure, C.Failure == Failure {
        combineLatest(b, c).map { transform($0.0, $0.1, $0.2) }
    }

    /// Publishes the latest values of this and three other publishers.
    public func combineLatest<B: Publisher, C: Publisher, D: Publisher>(_ b: B, _ c: C, _ d: D)
        -> Publishers.CombineLatest4<Self, B, C, D>
    where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
        Publishers.CombineLatest4(self, b, c, d)
    }

    /// Publishes what a function makes of the latest values of this and three other publishers.
    public func combineLatest<B: Publisher, C: Publisher, D: Publisher, T>(
        _ b: B,
        _ c: C,
        _ d: D,
        _ transform: @escaping (Output, B.Output, C.Output, D.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest4<Self, B, C, D>, T>
    where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
        combineLatest(b, c, d).map { transform($0.0, $0.1, $0.2, $0.3) }
    }
}

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
