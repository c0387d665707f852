import Combine
import Dispatch
import Foundation
import Testing

@Suite("Combine, as apps use it")
struct ObservableObjectTests {
    @MainActor
    private final class Counter: ObservableObject {
        @Published private(set) var count = 0
        func increment() { count += 1 }
    }

    @Test("an observable object tells before a published property changes, and the property has a publisher")
    @MainActor
    func published() {
        let counter = Counter()
        var seen: [Int] = []
        var counts: [Int] = []
        let observed = counter.objectWillChange.sink { seen.append(counter.count) }
        let values = counter.$count.sink { counts.append($0) }
        counter.increment()
        counter.increment()
        #expect(seen == [0, 1])
        #expect(counts == [0, 1, 2])
        observed.cancel()
        counter.increment()
        #expect(seen == [0, 1])
        values.cancel()
    }

    @Test("notifications are published, and stop when nobody wants them")
    func notifications() {
        let center = NotificationCenter()
        let name = Notification.Name("it happened")
        var senders: [String] = []
        let observer = center.publisher(for: name).compactMap { $0.object as? String }.sink { senders.append($0) }
        center.post(name: name, object: "first")
        center.post(name: Notification.Name("something else"), object: "not wanted")
        observer.cancel()
        center.post(name: name, object: "late")
        #expect(senders == ["first"])
    }

    @Test("values are received on the queue that is asked for")
    func schedulers() async {
        let queue = DispatchQueue(label: "receiver")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        var subscription: AnyCancellable?
        let isOnQueue = await withCheckedContinuation { continuation in
            subscription = Just(1).receive(on: queue).sink { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true)
            }
        }
        #expect(isOnQueue)
        subscription?.cancel()
    }

    @Test("a timer ticks in a run loop")
    func timers() {
        var ticks = 0
        let timer = Timer.publish(every: 0.001, on: .current, in: .default).autoconnect().prefix(3).sink { _ in
            ticks += 1
        }
        while ticks < 3, RunLoop.current.run(mode: .default, before: .distantFuture) {}
        #expect(ticks == 3)
        timer.cancel()
    }

    @Test("subjects, operators and any publisher")
    func operators() {
        let subject = PassthroughSubject<Int, Never>()
        var values: [String] = []
        let any: AnyPublisher<String, Never> = subject.removeDuplicates().map(String.init).eraseToAnyPublisher()
        let subscription = any.sink { values.append($0) }
        [1, 1, 2].forEach(subject.send)
        #expect(values == ["1", "2"])
        subscription.cancel()
    }
}
