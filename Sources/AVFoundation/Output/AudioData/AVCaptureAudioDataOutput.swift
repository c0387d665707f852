import CaptureCore
import CaptureDriver
import CoreMedia
import Dispatch
import Foundation
import FoundationExtras
import Synchronization

/// Delivers a microphone's sound to a delegate, exactly as Apple's class of the same name.
///
/// The delegate is called on its queue, which must be serial (S-128). Buffers hold linear PCM as the microphone delivers it
/// and follow each other without a gap, unless the queue was blocked for so long that sound was dropped: nobody is told of
/// that (S-139), but the timestamps show it.
open class AVCaptureAudioDataOutput: AVCaptureOutput, @unchecked Sendable {
    // @unchecked: all that changes lies in mutexes.

    private struct Settings: @unchecked Sendable {
        // @unchecked: the delegate is only ever called on its queue, and dispatch sources may be used from any thread.
        /// How often the delegate was set; an event that was on its way to an earlier one comes to nothing.
        var delegateGeneration = 0
        weak var delegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?
        var queue: DispatchQueue?
        var source: (any DispatchSourceUserDataAdd)?
        /// Where sound comes from; here so that finding it costs nothing per packet. The session keeps it.
        var connectionNumber: UInt64?
        weak var connection: AVCaptureConnection?

        mutating func take(_ connection: AVCaptureConnection) {
            guard connectionNumber != connection.number else { return }
            (connectionNumber, self.connection) = (connection.number, connection)
        }
        /// Where sound goes instead of to the delegate, if a synchronizer takes it.
        var route = SynchronizerRoute()
    }

    private let settings = Mutex(Settings())
    private let mailbox = Mutex(AudioMailbox())

    /// Makes an output without a delegate.
    public override init() {
        super.init()
    }

    deinit {
        settings.withLock { $0.source?.cancel() }
    }

    override var acceptedMediaTypes: [AVMediaType] { [.audio] }

    // MARK: Delegate

    /// Sets who receives sound, and on which queue. The output does not keep the delegate alive.
    ///
    /// A delegate without a queue stops the program (S-128).
    open func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        guard sampleBufferDelegate == nil || sampleBufferCallbackQueue != nil else {
            programmerError(
                .invalidArgument,
                "*** -[AVCaptureAudioDataOutput setSampleBufferDelegate:queue:] NULL queue passed"
            )
        }
        let queue = sampleBufferDelegate == nil ? nil : sampleBufferCallbackQueue
        let (old, source) = settings.withLock { settings in
            settings.delegateGeneration += 1
            let generation = settings.delegateGeneration
            let old = settings.source
            settings.delegate = sampleBufferDelegate
            settings.queue = queue
            settings.source = queue.map { makeSource($0, generation) }
            return (old, settings.source)
        }
        old?.cancel()
        source?.resume()
        let isAnythingLeft = mailbox.withLock { mailbox in
            if source == nil { mailbox.removeAll() }
            return mailbox.count > 0
        }
        if isAnythingLeft { source?.add(data: 1) }
    }

    /// A merged event on the delegate's queue wakes the reader without an allocation per packet.
    private func makeSource(_ queue: DispatchQueue, _ generation: Int) -> any DispatchSourceUserDataAdd {
        let source = DispatchSource.makeUserDataAddSource(queue: queue)
        source.setEventHandler { [weak self] in self?.deliver(generation) }
        return source
    }

    /// Who receives sound.
    open var sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)? {
        settings.withLock { $0.delegate }
    }

    /// The queue that the delegate is called on.
    open var sampleBufferCallbackQueue: DispatchQueue? { settings.withLock { $0.queue } }

    // MARK: Sound, on the driver's thread

    override func consume(_ sound: CaptureAudioPacket, from connection: AVCaptureConnection) {
        let (source, synchronizer, index) = settings.withLock { settings in
            settings.take(connection)
            return (settings.source, settings.route.synchronizer, settings.route.index)
        }
        if let synchronizer {
            return synchronizer.receive(.sound(sound), time: sound.presentationTime, duration: .invalid, from: index)
        }
        guard let source else { return }
        mailbox.withLock { $0.offer(sound) }
        source.add(data: 1)
    }

    override func sessionRunningChanged(_ isRunning: Bool) {
        if !isRunning { mailbox.withLock { $0.removeAll() } }
        settings.withLock { $0.route }.runningChanged(isRunning)
        if isRunning { updateSynchronizerRoute() }
    }

    override func deliveryDidChange() { updateSynchronizerRoute() }

    override func connectionDidEnd(_ connection: AVCaptureConnection, _ failure: SessionFailure) {
        settings.withLock { $0.route }.expect(false)
    }

    override func sessionDidDetach() {
        settings.withLock { ($0.connectionNumber, $0.connection) = (nil, nil) }
        updateSynchronizerRoute()
    }

    // MARK: A synchronizer

    override var canBeSynchronized: Bool { true }

    override func setSynchronizerRoute(_ route: SynchronizerRoute) {
        let former = settings.withLock { settings in
            defer { settings.route = route }
            return settings.route
        }
        former.disconnect()
        updateSynchronizerRoute()
    }

    /// Tells a synchronizer whether sound is to be expected.
    private func updateSynchronizerRoute() {
        let route = settings.withLock { $0.route }
        guard route.isConnected else { return }
        if session == nil { route.disconnect() } else { route.expect(canDeliver) }
    }

    // MARK: Delivery, on the delegate's queue

    /// Delivers what waits now. What comes meanwhile wakes the reader again: a slow delegate must not keep others from the
    /// queue for ever.
    private func deliver(_ generation: Int) {
        for _ in 0..<mailbox.withLock({ $0.count }) {
            guard let (receiver, connection) = receiver(generation), let sound = mailbox.withLock({ $0.next() }) else {
                return
            }
            guard let receiver, let connection, let sample = sound.makeSampleBuffer() else { continue }
            receiver.captureOutput(self, didOutput: sample, from: connection)
        }
    }

    /// Who gets the next packet; `nil` when the delegate was set anew and another queue goes on.
    private func receiver(
        _ generation: Int
    ) -> ((any AVCaptureAudioDataOutputSampleBufferDelegate)?, AVCaptureConnection?)? {
        settings.withLock { settings in
            settings.delegateGeneration == generation ? (settings.delegate, settings.connection) : nil
        }
    }
}
