import Foundation
import FoundationExtras

/// The thread of one stream of sound.
final class SoundThread: Sendable {
    /// How long a stop waits for the thread.
    static let patience = DispatchTimeInterval.seconds(8)

    private let engine: SoundEngine
    private let end = DispatchSemaphore(value: 0)

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: shown by `top -H` and debuggers.
    ///   - engine: a stream whose input was started; the thread's alone from now on.
    init(name: String, engine: SoundEngine) {
        self.engine = engine
        let thread = Thread { [engine, end] in
            Thread.nameCurrent(name)
            while engine.turn() == .again {}
            engine.shutDown()
            end.signal()
        }
        thread.qualityOfService = .userInteractive
        thread.start()
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
