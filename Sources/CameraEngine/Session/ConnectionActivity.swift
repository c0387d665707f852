@preconcurrency import AVFoundation

/// Hears when data begins or ceases to flow through a connection. Used on the session's queue.
final class ConnectionActivity {
    private var connection: AVCaptureConnection?
    private var observation: NSKeyValueObservation?

    /// Follows another connection from now on; none for `nil`.
    ///
    /// - Parameter tell: called on whatever thread the news comes on.
    func follow(_ connection: AVCaptureConnection?, tell: @escaping @Sendable () -> Void) {
        guard connection !== self.connection else { return }
        observation?.invalidate()
        self.connection = connection
        observation = connection?.observe(\.isActive) { _, _ in tell() }
    }
}
