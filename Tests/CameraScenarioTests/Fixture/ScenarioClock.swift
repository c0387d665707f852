import CameraEngine
import CameraLifecycle
import CaptureDriver
import CoreMedia
import Synchronization

/// The engine's time: the phone's, with jumps; and a list of what is set.
final class ScenarioClock: Sendable {
    private struct State {
        var offset: Int64 = 0
        var lastID = 0
        var appointments: Set<Int> = []
    }

    private let base: ManualCaptureClock
    private let state = Mutex(State())

    init(_ base: ManualCaptureClock) {
        self.base = base
    }

    /// The time that the engine sees.
    var now: CameraTime {
        let time = CMTimeConvertScale(base.now, timescale: 1_000_000_000, method: .default).value
        return CameraTime(nanoseconds: time + state.withLock { $0.offset })
    }

    /// Jumps forwards, or backwards.
    func jump(seconds: Double) {
        state.withLock { $0.offset += Int64(seconds * 1e9) }
    }

    /// How many timers of the engine's are set.
    var appointments: Int { state.withLock { $0.appointments.count } }

    /// The clock for an engine.
    var engineClock: EngineClock {
        EngineClock(now: { self.now }, schedule: { self.schedule($0, $1) })
    }

    private func schedule(_ time: CameraTime, _ action: @escaping @Sendable () -> Void) -> EngineAppointment {
        let (id, offset) = state.withLock { state in
            state.lastID += 1
            state.appointments.insert(state.lastID)
            return (state.lastID, state.offset)
        }
        let due = CMTime(value: time.nanoseconds - offset, timescale: 1_000_000_000)
        let observation = base.schedule(at: due) {
            if self.forget(id) { action() }
        }
        return EngineAppointment {
            self.forget(id)
            observation.cancel()
        }
    }

    /// - Returns: whether it was still set.
    @discardableResult
    private func forget(_ id: Int) -> Bool {
        state.withLock { $0.appointments.remove(id) != nil }
    }
}
