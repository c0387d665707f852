@preconcurrency import AVFoundation
import Synchronization

/// Tells how loud it is, to whoever asks, as often as is asked (S-126).
final class AudioLevelReader: Sendable {
    // @unchecked: a connection's levels may be read from any thread, by Apple's promise.
    private struct Source: @unchecked Sendable {
        var connection: AVCaptureConnection?
    }

    private let source = Mutex(Source())

    /// Tells the levels of a connection from now on; of none for `nil`.
    func attach(_ connection: AVCaptureConnection?) {
        let former = source.withLock { source in
            defer { source.connection = connection }
            return source
        }
        // It goes after the lock has.
        withExtendedLifetime(former) {}
    }

    /// The average power of each channel, in decibels of full scale.
    var levels: [Float] {
        source.withLock { $0 }.connection?.audioChannels.map(\.averagePowerLevel) ?? []
    }
}
