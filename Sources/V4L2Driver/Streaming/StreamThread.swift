import Foundation
import FoundationExtras

/// The thread of one stream.
final class StreamThread: Sendable {
    /// How long a stop waits for the thread: USB cameras are given up to five seconds by the kernel for each command.
    static let patience = DispatchTimeInterval.seconds(8)

    private let engine: StreamEngine
    private let wake: WakeSignal
    private let end = DispatchSemaphore(value: 0)

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: shown by `top -H` and debuggers.
    ///   - engine: a stream that is switched on; the thread's alone from now on.
    ///   - wake: the engine's.
    init(name: String, engine: StreamEngine, wake: WakeSignal) {
        self.engine = engine
        self.wake = wake
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
    /// - Returns: the number that the next frame would have got; `nil` if the thread is stuck in the kernel or in the sink.
    func stop() -> UInt64? {
        wake.signal()
        guard end.wait(timeout: .now() + Self.patience) == .success else {
            engine.mute()
            return nil
        }
        end.signal()
        return engine.nextSequence
    }
}
