@preconcurrency import AVFoundation

/// Hears when data begins or ceases to flow through a connection. Used on the session's queue.
final class ConnectionActivityObserver {
    private let queue: DispatchQueue
    private var connection: AVCaptureConnection?
    private var observation: NSKeyValueObservation?

    /// - Parameter queue: the session's queue.
    init(queue: DispatchQueue) {
        self.queue = queue
    }

    /// Follows another connection from now on; none for `nil`.
    ///
    /// - Parameter report: called on whatever thread the news comes on.
    func follow(_ connection: AVCaptureConnection?, report: @escaping @Sendable () -> Void) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard connection !== self.connection else { return }
        observation?.invalidate()
        self.connection = connection
        observation = connection?.observe(\.isActive) { _, _ in report() }
    }
}
