public import OpenCombine

// OpenCombine has no merging publishers. A sequence of publishers, flattened without a limit, is one.

extension Publishers {
    /// Publishes what several publishers of one type publish, as it comes.
    ///
    /// It finishes when all have, and fails when one does. Values come on the threads of their publishers.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        /// What each publishes.
        public typealias Output = Upstream.Output
        /// How each fails.
        public typealias Failure = Upstream.Failure

        /// The publishers.
        public let publishers: [Upstream]

        /// Merges publishers.
        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        /// Merges a sequence of publishers.
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        /// Subscribes to all of them. Combine's business.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            Publishers.Sequence<[Upstream], Failure>(sequence: publishers).flatMap { $0 }.receive(
                subscriber: subscriber
            )
        }

        /// Merges one more.
        public func merge(with other: Upstream) -> MergeMany<Upstream> {
            MergeMany(publishers + [other])
        }
    }

    /// Publishes what two publishers publish, as it comes. See ``MergeMany``.
    public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Output == B.Output, A.Failure == B.Failure {
        /// What each publishes.
        public typealias Output = A.Output
        /// How each fails.
        public typealias Failure = A.Failure

        /// One publisher.
        public let a: A
        /// Another one.
        public let b: B

        /// Merges two publishers.
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Subscribes to both. Combine's business.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            MergeMany(a.eraseToAnyPublisher(), b.eraseToAnyPublisher()).receive(subscriber: subscriber)
        }
    }

    /// Publishes what three publishers publish, as it comes. See ``MergeMany``.
    public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Output == B.Output, B.Output == C.Output, A.Failure == B.Failure, B.Failure == C.Failure {
        /// What each publishes.
        public typealias Output = A.Output
        /// How each fails.
        public typealias Failure = A.Failure

        /// One publisher.
        public let a: A
        /// Another one.
        public let b: B
        /// A third one.
        public let c: C

        /// Merges three publishers.
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        /// Subscribes to all. Combine's business.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            MergeMany(a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher())
                .receive(subscriber: subscriber)
        }
    }

    /// Publishes what four publishers publish, as it comes. See ``MergeMany``.
    public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where
        A.Output == B.Output, B.Output == C.Output, C.Output == D.Output, A.Failure == B.Failure,
        B.Failure == C.Failure, C.Failure == D.Failure
    {
        /// What each publishes.
        public typealias Output = A.Output
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

        /// Merges four publishers.
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
        }

        /// Subscribes to all. Combine's business.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            MergeMany(
                a.eraseToAnyPublisher(),
                b.eraseToAnyPublisher(),
                c.eraseToAnyPublisher(),
                d.eraseToAnyPublisher()
            ).receive(subscriber: subscriber)
        }
    }
}

extension Publisher {
    /// Publishes what this and another publisher of the same type publish, as it comes.
    public func merge(with other: Self) -> Publishers.MergeMany<Self> { Publishers.MergeMany(self, other) }

    /// Publishes what this and another publisher publish, as it comes.
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
    where Failure == P.Failure, Output == P.Output { Publishers.Merge(self, other) }

    /// Publishes what this and two other publishers publish, as it comes.
    public func merge<B: Publisher, C: Publisher>(with b: B, _ c: C) -> Publishers.Merge3<Self, B, C>
    where Failure == B.Failure, Output == B.Output, B.Failure == C.Failure, B.Output == C.Output {
        Publishers.Merge3(self, b, c)
    }

    /// Publishes what this and three other publishers publish, as it comes.
    public func merge<B: Publisher, C: Publisher, D: Publisher>(
        with b: B,
        _ c: C,
        _ d: D
    ) -> Publishers.Merge4<Self, B, C, D>
    where
        Failure == B.Failure, Output == B.Output, B.Failure == C.Failure, B.Output == C.Output, C.Failure == D.Failure,
        C.Output == D.Output
    { Publishers.Merge4(self, b, c, d) }
}
