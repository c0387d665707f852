import AVFoundation
import CaptureDriver
import Combine
import SimulatedDriver
import Testing

/// A simulated phone's camera whose zoom is observed.
private struct Zoom {
    let camera: AVCaptureDevice

    init() throws {
        let system = SimulatedPhone().system
        camera = try CaptureSystem.withScope {
            CaptureSystem.use(system)
            return try #require(AVCaptureDevice.default(for: .video))
        }
    }

    /// Returns when all observers have been told; they are told in the order in which they came.
    func set(_ factor: CGFloat) async throws {
        let (factors, telling) = AsyncStream.makeStream(of: CGFloat.self)
        let last = camera.publisher(for: \.videoZoomFactor).sink { telling.yield($0) }
        try camera.lockForConfiguration()
        camera.videoZoomFactor = factor
        camera.unlockForConfiguration()
        for await seen in factors where seen == factor { break }
        last.cancel()
    }
}

/// A subscriber that wants as many values as it is told to want.
private final class Customer: Subscriber {
    var subscription: (any Subscription)?
    var values: [CGFloat] = []

    func receive(subscription: any Subscription) { self.subscription = subscription }
    func receive(_ input: CGFloat) -> Subscribers.Demand {
        values.append(input)
        return .none
    }
    func receive(completion: Subscribers.Completion<Never>) {}
}

@Suite("Publishers of key-value observable properties")
struct KeyValueObservingPublisherTests {
    @Test("the value now and each change are published until the subscription ends")
    func values() async throws {
        let zoom = try Zoom()
        var seen: [CGFloat] = []
        let subscription = zoom.camera.publisher(for: \.videoZoomFactor).sink { seen.append($0) }
        try await zoom.set(2)
        try await zoom.set(3)
        subscription.cancel()
        try await zoom.set(4)
        #expect(seen == [1, 2, 3])
    }

    @Test("without .initial only changes are published; with .prior also what was before")
    func options() async throws {
        let zoom = try Zoom()
        var changes: [CGFloat] = []
        var both: [CGFloat] = []
        let first = zoom.camera.publisher(for: \.videoZoomFactor, options: [.new]).sink { changes.append($0) }
        let second = zoom.camera.publisher(for: \.videoZoomFactor, options: [.prior, .new]).sink { both.append($0) }
        try await zoom.set(2)
        try await zoom.set(3)
        #expect(changes == [2, 3])
        // A camera tells what was before only when it has changed: whoever reads it then reads the new value.
        #expect(both == [2, 2, 3, 3])
        first.cancel()
        second.cancel()
    }

    @Test("a subscriber gets no more than it asks for, and the latest value when it asks again")
    func demand() async throws {
        let zoom = try Zoom()
        let customer = Customer()
        zoom.camera.publisher(for: \.videoZoomFactor).subscribe(customer)
        let subscription = try #require(customer.subscription)
        try await zoom.set(2)
        try await zoom.set(3)
        #expect(customer.values == [])
        subscription.request(.max(1))
        #expect(customer.values == [3])
        subscription.request(.max(2))
        try await zoom.set(4)
        try await zoom.set(5)
        try await zoom.set(6)
        #expect(customer.values == [3, 4, 5])
        subscription.cancel()
        subscription.request(.unlimited)
        #expect(customer.values == [3, 4, 5])
    }
}
