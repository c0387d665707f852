import CaptureCore
import CaptureDriver
import CoreMedia
import Dispatch
import Foundation
import FoundationExtras

/// Delivers a microphone's sound to a delegate, exactly as Apple's class of the same name.
///
/// The delegate is called on its queue, which must be serial (S-128). Buffers hold linear PCM as the microphone delivers it
/// and follow each other without a gap, unless the queue was blocked for so long that sound was dropped: nobody is told of
/// that (S-139), but the timestamps show it.
open class AVCaptureAudioDataOutput: AVCaptureOutput {
    // Safe on any thread: all that changes lies in the delivery's mutex.

    private struct Settings: DataDeliverySettings, @unchecked Sendable {
        // @unchecked: the delegate is only ever called on its queue.
        typealias Delegate = any AVCaptureAudioDataOutputSampleBufferDelegate

        weak var delegate: Delegate?
    }

    private let delivery = DataDelivery(Settings(), AudioMailbox())

    /// Makes an output without a delegate.
    public override init() {
        super.init()
    }

    override var acceptedMediaTypes: [AVMediaType] { [.audio] }

    override var dataDelivery: (any SynchronizableDelivery)? { delivery }

    // MARK: Delegate

    /// Sets who receives sound, and on which queue. The output does not keep the delegate alive.
    ///
    /// A delegate without a queue stops the program (S-128).
    open func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        delivery.setDelegate(
            sampleBufferDelegate,
            queue: sampleBufferCallbackQueue,
            method: "AVCaptureAudioDataOutput setSampleBufferDelegate:queue:"
        ) { [me = WeakReference(self)] generation in me.object?.deliver(generation) }
    }

    /// Who receives sound.
    open var sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)? { delivery.delegate }

    /// The queue that the delegate is called on.
    open var sampleBufferCallbackQueue: DispatchQueue? { delivery.queue }

    // MARK: Sound, on the driver's thread

    override func consume(_ packet: CaptureAudioPacket, from connection: AVCaptureConnection) {
        delivery.receive(.audio(packet), time: packet.presentationTime, duration: .invalid, from: connection) { state in
            state.mailbox.offer(packet)
        }
    }

    // MARK: Delivery, on the delegate's queue

    private func deliver(_ generation: Int) {
        delivery.deliver(generation) { delegate, connection, packet in
            guard let sample = packet.makeSampleBuffer() else { return }
            delegate.captureOutput(self, didOutput: sample, from: connection)
        }
    }
}
