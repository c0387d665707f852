import CaptureCore
import CaptureDriver
import CoreMedia
import Testing

@testable import AVFoundation

@Suite("Delivery of a data output")
struct DataDeliveryStateTests {
    private final class Client: Sendable {}

    private struct OwnSettings: DataDeliverySettings {
        typealias Delegate = Client

        weak var delegate: Client?
        var resets = 0

        mutating func deliveryDidReset() { resets += 1 }
    }

    private typealias State = DataDeliveryState<OwnSettings, FrameMailbox<Int>>

    private let output = AVCaptureVideoDataOutput()

    private func makeState() -> State {
        State(settings: OwnSettings(), mailbox: FrameMailbox(capacity: 4))
    }

    private func makeConnection() -> AVCaptureConnection {
        AVCaptureConnection(inputPorts: [], output: output)
    }

    private func destination(_ state: inout State, _ connection: AVCaptureConnection) -> String {
        switch state.destination(from: connection) {
        case .synchronizer(_, let index): "synchronizer's output \(index)"
        case .mailbox: "mailbox"
        case .nobody: "nobody"
        }
    }

    private func enqueue(_ number: Int, into state: inout State, from connection: AVCaptureConnection) {
        guard case .mailbox = state.destination(from: connection) else { return }
        state.mailbox.offer(number, time: .zero, duration: .invalid, discardsLate: false)
    }

    /// What the state gives, which cannot be copied, as something that can.
    private func fetch(
        _ generation: Int,
        from state: inout State
    ) -> (delegate: OwnSettings.Delegate?, connection: AVCaptureConnection?, item: FrameMailbox<Int>.Item)? {
        guard let fetched = state.next(generation) else { return nil }
        return (fetched.delegate, fetched.connection, fetched.item)
    }

    @Test("Data wait for a delegate, and are let go of while there is none")
    func delegateWaits() {
        let connection = makeConnection()
        let client = Client()
        var state = makeState()
        #expect(destination(&state, connection) == "nobody")
        #expect(!state.isWanted)
        _ = state.setDelegate(client, isRead: true)
        #expect(destination(&state, connection) == "mailbox")
        #expect(state.isWanted)
        #expect(state.settings.delegate === client)
    }

    @Test("A synchronizer takes the data instead of the delegate, as long as it lives")
    func synchronizerTakes() {
        let connection = makeConnection()
        var state = makeState()
        do {
            let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [output])
            let former = state.exchangeRoute(SynchronizerRoute(synchronizer, 3))
            #expect(!former.isConnected)
            #expect(state.isWanted)
            #expect(destination(&state, connection) == "synchronizer's output 3")
            _ = state.setDelegate(Client(), isRead: true)
            #expect(destination(&state, connection) == "synchronizer's output 3")
            withExtendedLifetime(synchronizer) {}
        }
        #expect(destination(&state, connection) == "mailbox")
        _ = state.setDelegate(nil, isRead: false)
        #expect(destination(&state, connection) == "nobody")
        #expect(!state.isWanted)
    }

    @Test("Who took the data until now is told by whoever takes its place")
    func routeExchanged() {
        let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [output])
        var state = makeState()
        _ = state.exchangeRoute(SynchronizerRoute(synchronizer, 2))
        let former = state.exchangeRoute(SynchronizerRoute())
        #expect(former.synchronizer === synchronizer)
        #expect(former.index == 2)
        #expect(!state.route.isConnected)
    }

    @Test("A queue of an earlier delegate fetches nothing; what waits is the later one's")
    func generations() throws {
        let connection = makeConnection()
        let (former, later) = (Client(), Client())
        var state = makeState()
        let first = state.setDelegate(former, isRead: true)
        enqueue(7, into: &state, from: connection)
        let second = state.setDelegate(later, isRead: true)
        #expect(first != second)
        let stale = fetch(first, from: &state)
        #expect(stale == nil)
        let current = fetch(second, from: &state)
        let fetched = try #require(current)
        #expect(fetched.delegate === later)
        #expect(fetched.connection === connection)
        guard case .frame(let number, _, _) = fetched.item else {
            Issue.record("expected the frame")
            return
        }
        #expect(number == 7)
        let nothing = fetch(second, from: &state)
        #expect(nothing == nil)
    }

    @Test("When the delegate is taken away what waits is forgotten, and the output hears of it")
    func takenAway() {
        let connection = makeConnection()
        let client = Client()
        var state = makeState()
        _ = state.setDelegate(client, isRead: true)
        enqueue(1, into: &state, from: connection)
        _ = state.setDelegate(client, isRead: true)
        #expect(state.mailbox.count == 1)
        #expect(state.settings.resets == 0)
        _ = state.setDelegate(nil, isRead: false)
        #expect(state.mailbox.count == 0)
        #expect(state.settings.resets == 1)
        withExtendedLifetime(client) {}
    }

    @Test("A delegate is not kept alive; what waited for it is fetched for nobody")
    func delegateGone() throws {
        let connection = makeConnection()
        var state = makeState()
        var client: Client? = Client()
        let generation = state.setDelegate(client, isRead: true)
        enqueue(1, into: &state, from: connection)
        client = nil
        #expect(destination(&state, connection) == "mailbox")
        let next = fetch(generation, from: &state)
        let fetched = try #require(next)
        #expect(fetched.delegate == nil)
        #expect(state.mailbox.count == 0)
    }

    @Test("Only the current generation's reading can end")
    func stops() {
        let connection = makeConnection()
        let client = Client()
        var state = makeState()
        let first = state.setDelegate(client, isRead: true)
        let second = state.setDelegate(client, isRead: true)
        enqueue(1, into: &state, from: connection)
        let isFirstStopped = state.stop(first)
        #expect(!isFirstStopped)
        #expect(state.isRead)
        #expect(state.mailbox.count == 1)
        let isSecondStopped = state.stop(second)
        #expect(isSecondStopped)
        #expect(!state.isRead)
        #expect(state.mailbox.count == 0)
        #expect(state.settings.resets == 1)
        withExtendedLifetime(client) {}
    }

    @Test("The latest connection is remembered, but not kept alive")
    func connectionRemembered() {
        let first = makeConnection()
        var state = makeState()
        state.record(first)
        #expect(state.connection === first)
        do {
            let second = makeConnection()
            #expect(destination(&state, second) == "nobody")
            #expect(state.connection === second)
        }
        #expect(state.connection == nil)
    }

    @Test("What waits when the output leaves its session comes from nowhere")
    func detached() throws {
        let connection = makeConnection()
        let client = Client()
        var state = makeState()
        let generation = state.setDelegate(client, isRead: true)
        enqueue(1, into: &state, from: connection)
        state.detach()
        let next = fetch(generation, from: &state)
        let fetched = try #require(next)
        #expect(fetched.delegate === client)
        #expect(fetched.connection == nil)
        // The same connection counts again.
        state.record(connection)
        #expect(state.connection === connection)
    }

    @Test("Frames that a driver lost are out of buffers or a discontinuity", arguments: CaptureDrop.Reason.allCases)
    func dropReasons(_ reason: CaptureDrop.Reason) {
        let expected: FrameDrop.Reason = reason == .outOfBuffers ? .outOfBuffers : .discontinuity
        #expect(FrameDrop.Reason(reason) == expected)
    }
}
