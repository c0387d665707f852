import Combine
import Testing

private struct Failed: Error {}

@Suite("Merged publishers")
struct MergeTests {
    @Test("Values come as they are published; the end when all have ended")
    func values() {
        let (one, two, three) = (Subject(), Subject(), Subject())
        var seen: [String] = []
        let subscription = one.merge(with: two.map { $0 * 10 }, three).sink(
            receiveCompletion: { _ in seen.append("end") },
            receiveValue: { seen.append("\($0)") }
        )
        one.send(1)
        two.send(2)
        three.send(3)
        one.send(completion: .finished)
        two.send(4)
        two.send(completion: .finished)
        #expect(seen == ["1", "20", "3", "40"])
        three.send(completion: .finished)
        #expect(seen.last == "end")
        subscription.cancel()
    }

    @Test("One failure ends all")
    func failure() {
        let (one, two) = (Subject(), Subject())
        var seen: [String] = []
        let subscription = Publishers.Merge(one, two).sink(
            receiveCompletion: { if case .failure = $0 { seen.append("failed") } },
            receiveValue: { seen.append("\($0)") }
        )
        two.send(completion: .failure(Failed()))
        one.send(1)
        #expect(seen == ["failed"])
        subscription.cancel()
    }

    @Test("Many of one type, and none")
    func many() {
        var seen: [Int] = []
        let subscription = Publishers.MergeMany([1, 2, 3].map(Just.init)).merge(with: Just(4)).sink { seen.append($0) }
        #expect(seen == [1, 2, 3, 4])
        var isOver = false
        let none = Publishers.MergeMany([Just<Int>]()).sink(
            receiveCompletion: { _ in isOver = true },
            receiveValue: { _ in }
        )
        #expect(isOver)
        _ = (subscription, none)
    }

    private typealias Subject = PassthroughSubject<Int, any Error>
}

@Suite("Combined latest values")
struct CombineLatestTests {
    private typealias Subject = PassthroughSubject<Int, any Error>

    @Test("Once each has a value, each further one gives a combination")
    func values() {
        let (one, two, three) = (Subject(), Subject(), Subject())
        var seen: [String] = []
        let subscription = one.combineLatest(two.map { "\($0)" }, three) { "\($0) \($1) \($2)" }.sink(
            receiveCompletion: { _ in seen.append("end") },
            receiveValue: { seen.append($0) }
        )
        one.send(1)
        one.send(2)
        two.send(3)
        #expect(seen == [])
        three.send(4)
        one.send(5)
        one.send(completion: .finished)
        two.send(6)
        #expect(seen == ["2 3 4", "5 3 4", "5 6 4"])
        two.send(completion: .finished)
        three.send(completion: .finished)
        #expect(seen.last == "end")
        subscription.cancel()
    }

    @Test("Values that are nil are values")
    func optionals() {
        let (one, two) = (PassthroughSubject<Int?, Never>(), CurrentValueSubject<Int?, Never>(nil))
        var seen: [String] = []
        let subscription = Publishers.CombineLatest(one, two).sink { seen.append("\($0 ?? 0) \($1 ?? 0)") }
        one.send(nil)
        two.send(7)
        #expect(seen == ["0 0", "0 7"])
        subscription.cancel()
    }

    @Test("A publisher that ends without a value ends all; so does a failure")
    func endings() {
        for completion in [Subscribers.Completion<any Error>.finished, .failure(Failed())] {
            let (one, two) = (Subject(), Subject())
            var ends = 0
            let subscription = one.combineLatest(two).sink(
                receiveCompletion: { _ in ends += 1 },
                receiveValue: { _, _ in Issue.record("There is no combination.") }
            )
            one.send(1)
            two.send(completion: completion)
            one.send(completion: .finished)
            #expect(ends == 1)
            subscription.cancel()
        }
    }

    @Test("A subscriber gets no more than it asks for, and the newest combination when it asks again")
    func demand() throws {
        let (one, two) = (CurrentValueSubject<Int, Never>(1), CurrentValueSubject<Int, Never>(2))
        let customer = PairCustomer()
        one.combineLatest(two).subscribe(customer)
        let subscription = try #require(customer.subscription)
        #expect(customer.values == [])
        subscription.request(.max(1))
        #expect(customer.values == ["1 2"])
        one.send(3)
        one.send(4)
        #expect(customer.values == ["1 2"])
        subscription.request(.max(1))
        #expect(customer.values.count == 2)
        subscription.cancel()
        two.send(5)
        subscription.request(.unlimited)
        #expect(customer.values.count == 2)
    }

    @Test("A cancelled subscription lets go of the publishers")
    func cancelled() {
        let (one, two) = (Subject(), Subject())
        var cancelled = 0
        let subscription = one.handleEvents(receiveCancel: { cancelled += 1 })
            .combineLatest(two.handleEvents(receiveCancel: { cancelled += 1 }))
            .sink(receiveCompletion: { _ in }, receiveValue: { _, _ in })
        subscription.cancel()
        #expect(cancelled == 2)
    }
}

private final class PairCustomer: Subscriber {
    var subscription: (any Subscription)?
    var values: [String] = []

    func receive(subscription: any Subscription) { self.subscription = subscription }
    func receive(_ input: (Int, Int)) -> Subscribers.Demand {
        values.append("\(input.0) \(input.1)")
        return .none
    }
    func receive(completion: Subscribers.Completion<Never>) {}
}
