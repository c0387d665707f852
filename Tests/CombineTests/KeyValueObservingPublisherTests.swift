import Combine
import Foundation
import FoundationExtras
import Testing

// @unchecked: each test uses it on one thread.
private final class Lamp: NSObject, KeyValueObservable, @unchecked Sendable {
    let keyValueObservers = KeyValueObserverRegistry()
    private var stored = 0
    var brightness: Int {
        get { stored }
        set { withChange(of: \.brightness, from: stored, to: newValue) { stored = newValue } }
    }

    static func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] { [\Lamp.brightness] }
}

/// A subscriber that wants as many values as it is told to want.
private final class Customer: Subscriber {
    var subscription: (any Subscription)?
    var values: [Int] = []

    func receive(subscription: any Subscription) { self.subscription = subscription }
    func receive(_ input: Int) -> Subscribers.Demand {
        values.append(input)
        return .none
    }
    func receive(completion: Subscribers.Completion<Never>) {}
}

@Suite("Publishers of key-value observable properties")
struct KeyValueObservingPublisherTests {
    @Test("the value now and each change are published until the subscription ends")
    func values() {
        let lamp = Lamp()
        lamp.brightness = 3
        var seen: [Int] = []
        let subscription = lamp.publisher(for: \.brightness).sink { seen.append($0) }
        lamp.brightness = 5
        lamp.brightness = 8
        subscription.cancel()
        lamp.brightness = 13
        #expect(seen == [3, 5, 8])
        #expect(!lamp.keyValueObservers.isObserved)
    }

    @Test("without .initial only changes are published; with .prior also what was before")
    func options() {
        let lamp = Lamp()
        var changes: [Int] = []
        var both: [Int] = []
        let first = lamp.publisher(for: \.brightness, options: [.new]).sink { changes.append($0) }
        let second = lamp.publisher(for: \.brightness, options: [.prior, .new]).sink { both.append($0) }
        lamp.brightness = 1
        lamp.brightness = 2
        #expect(changes == [1, 2])
        #expect(both == [0, 1, 1, 2])
        first.cancel()
        second.cancel()
    }

    @Test("a subscriber gets no more than it asks for, and the latest value when it asks again")
    func demand() throws {
        let lamp = Lamp()
        let customer = Customer()
        lamp.publisher(for: \.brightness).subscribe(customer)
        let subscription = try #require(customer.subscription)
        lamp.brightness = 1
        lamp.brightness = 2
        #expect(customer.values == [])
        subscription.request(.max(1))
        #expect(customer.values == [2])
        subscription.request(.max(2))
        lamp.brightness = 3
        lamp.brightness = 4
        lamp.brightness = 5
        #expect(customer.values == [2, 3, 4])
        subscription.cancel()
        subscription.request(.unlimited)
        #expect(customer.values == [2, 3, 4])
    }
}
