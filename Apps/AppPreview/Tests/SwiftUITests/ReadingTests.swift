import Observation
import Synchronization
import Testing

@testable import SwiftUI

/// Looking at observable values, and no longer looking.
@MainActor
@Suite struct ReadingTests {
    @Observable @MainActor final class Model {
        var value = 0
        var other = 0
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        func increment() { count.withLock { $0 += 1 } }
        var value: Int { count.withLock { $0 } }
    }

    @Test func aChangeOfWhatWasReadIsToldOnce() {
        let (model, changes, reading) = (Model(), Counter(), Reading())
        let value = reading.track({ model.value }, onChange: { changes.increment() })
        #expect(value == 0)
        model.other = 1
        #expect(changes.value == 0)
        model.value = 1
        model.value = 2
        #expect(changes.value == 1)
    }

    @Test func whoStoppedLookingIsToldNothing() {
        let (model, changes, reading) = (Model(), Counter(), Reading())
        _ = reading.track({ model.value }, onChange: { changes.increment() })
        reading.cancel()
        model.value = 1
        #expect(changes.value == 0)
    }

    @Test func whoIsGoneIsToldNothing() {
        let (model, changes) = (Model(), Counter())
        _ = Reading().track({ model.value }, onChange: { changes.increment() })
        model.value = 1
        #expect(changes.value == 0)
    }

    /// A look that ended leaves nothing behind at what it looked at: its closure is released.
    @Test func aLookThatEndedIsReleased() {
        final class Token: Sendable {}
        let (model, reading) = (Model(), Reading())
        weak var released: Token?
        do {
            let token = Token()
            released = token
            _ = reading.track({ model.value }, onChange: { _ = token })
        }
        #expect(released != nil)
        reading.cancel()
        #expect(released == nil)
    }
}
