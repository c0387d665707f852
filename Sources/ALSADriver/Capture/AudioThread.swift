import Foundation
import FoundationExtras
import Glibc

/// The thread of one stream of sound.
final class AudioThread: Sendable {
    /// How long a stop waits for the thread.
    static let patience = DispatchTimeInterval.seconds(8)

    /// The kernel's flag, missing in Swift's Glibc: threads that this one makes, such as queues' workers, are ordinary ones.
    private static let resetOnFork: Int32 = 0x4000_0000

    private let engine: AudioEngine
    private let end = DispatchSemaphore(value: 0)

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: shown by `top -H` and debuggers.
    ///   - engine: a stream whose input was started; the thread's alone from now on.
    init(name: String, engine: AudioEngine) {
        self.engine = engine
        let thread = Thread { [engine, end] in
            Thread.nameCurrent(name)
            Self.hurry()
            while engine.turn() == .again {}
            engine.shutDown()
            end.signal()
        }
        thread.start()
    }

    /// Asks to run before all ordinary threads: sound that is fetched too late is lost, however little work it is to fetch it.
    /// Where that is not permitted (`ulimit -r`), all is as it was.
    private static func hurry() {
        var parameters = sched_param()
        parameters.sched_priority = sched_get_priority_min(SCHED_RR)
        _ = sched_setscheduler(0, SCHED_RR | resetOnFork, &parameters)
    }

    /// Ends the stream and waits until the thread has gone.
    ///
    /// - Returns: whether it has; a thread that is stuck in the library or in the sink is left behind, and muted.
    func stop() -> Bool {
        engine.stop()
        guard end.wait(timeout: .now() + Self.patience) == .success else {
            engine.mute()
            return false
        }
        end.signal()
        return true
    }
}
