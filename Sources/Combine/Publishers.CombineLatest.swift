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
