import CaptureDriver
import CoreMedia
import Dispatch
import Foundation
import FoundationExtras
import Synchronization

/// Completion handlers of control changes, called in the order of the calls (S-65), on a queue of the device's.
package final class CompletionQueue: Sendable {
    package typealias Handler = @Sendable (CMTime) -> Void

    private struct Entry: Sendable {
        var id: UInt64
        /// What the handler is told.
        var time: CMTime
        var handler: Handler
        var isDue = false
    }

    private struct State: Sendable {
        var nextID: UInt64 = 0
        var entries: [Entry] = []
    }

    private let timers: DeviceTimers
    private let outbox: Outbox
    private let events: DispatchQueue
    private let state = Mutex(State())

    /// - Parameters:
    ///   - timers: tell when a handler is due.
    ///   - outbox: the device's.
    ///   - events: where the outbox delivers.
    package init(timers: DeviceTimers, outbox: Outbox, events: DispatchQueue) {
        self.timers = timers
        self.outbox = outbox
        self.events = events
    }

    /// Calls `handler` with `time` once the clock has reached it and all handlers before have been called.
    package func add(at time: CMTime, _ handler: Handler?) {
        guard let id = append(time, handler) else { return }
        timers.schedule(at: time) { [weak self] in self?.becameDue(id) }
    }

    /// Calls `handler` with an invalid time once all handlers before have been called: the hardware refused.
    package func addRefusal(_ handler: Handler?) {
        if let id = append(.invalid, handler) { becameDue(id) }
    }

    private func append(_ time: CMTime, _ handler: Handler?) -> UInt64? {
        guard let handler else { return nil }
        return state.withLock { state in
            state.nextID += 1
            state.entries.append(Entry(id: state.nextID, time: time, handler: handler))
            return state.nextID
        }
    }

    private func becameDue(_ id: UInt64) {
        state.withLock { state in
            if let index = state.entries.firstIndex(where: { $0.id == id }) { state.entries[index].isDue = true }
            let due = state.entries.prefix { $0.isDue }
            state.entries.removeFirst(due.count)
            for entry in due { outbox.append { entry.handler(entry.time) } }
        }
        outbox.deliver(on: events)
    }
}

/// A smooth change of the zoom factor: it grows or shrinks by the same ratio in the same time (S-68).
package struct ZoomRamp: Sendable, Equatable {
    /// The factor at the start.
    package let start: Double
    /// The factor to end with.
    package let target: Double
    /// Doublings (or halvings) per second; greater than 0.
    package let rate: Double

    /// Makes a ramp from factor to factor.
    package init(start: Double, target: Double, rate: Double) {
        self.start = start
        self.target = target
        self.rate = rate
    }

    /// How long it takes, in seconds.
    package var duration: Double { abs(log2(target / start)) / rate }

    /// The factor some seconds after the start.
    package func factor(after seconds: Double) -> Double {
        guard seconds < duration else { return target }
        let direction: Double = target < start ? -1 : 1
        return start * exp2(direction * rate * max(0, seconds))
    }
}

/// Zoom for cameras that cannot do it themselves: the centre of the frame, enlarged (S-68).
package enum SoftwareZoom {
    /// The part of the frame that is left at a zoom factor, as a part of 1; `nil` for all of it.
    package static func crop(_ factor: Double) -> CGRect? {
        guard factor > 1 else { return nil }
        let side = 1 / factor
        return CGRect(x: (1 - side) / 2, y: (1 - side) / 2, width: side, height: side)
    }
}

/// Timers on a capture clock that live until they have fired.
package final class DeviceTimers: Sendable {
    private struct State: Sendable {
        var nextID: UInt64 = 0
        var pending: [UInt64: CaptureObservation?] = [:]
    }

    private let clock: any CaptureClock
    private let state = Mutex(State())

    package init(clock: any CaptureClock) {
        self.clock = clock
    }

    /// Calls `action` once at `time`, on a thread of the clock's.
    package func schedule(at time: CMTime, _ action: @escaping @Sendable () -> Void) {
        let id = state.withLock { state in
            state.nextID += 1
            state.pending.updateValue(nil, forKey: state.nextID)
            return state.nextID
        }
        let observation = clock.schedule(at: time) { [weak self] in
            self?.remove(id)
            action()
        }
        state.withLock { state in
            // Gone already if the timer has fired meanwhile.
            if state.pending.keys.contains(id) { state.pending.updateValue(observation, forKey: id) }
        }
    }

    private func remove(_ id: UInt64) {
        // Released after unlocking, as releasing an observation calls the clock.
        let done = state.withLock { $0.pending.removeValue(forKey: id) }
        withExtendedLifetime(done) {}
    }
}
