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

extension AVCaptureAudioDataOutput {
    /// Settings for a writer's input that suit the sound of this output in a kind of file; `nil` for a kind that holds no sound
    /// here. Without a connection they suit 44.1 kHz mono.
    ///
    /// `UNKNOWN`: Apple documents no values. Movies and MPEG-4 sound get AAC, Wave and Core Audio files 16-bit linear PCM; rate
    /// and channels are the microphone's, as far as the encoder goes.
    ///
    /// - Parameter outputFileType: the kind of file.
    public func recommendedAudioSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
        let format = connection(with: .audio)?.inputPorts.first?.formatDescription
        let stream = format?.audioStreamBasicDescription
        return RecommendedSettings.audio(
            outputFileType,
            sampleRate: stream?.mSampleRate ?? 44_100,
            channels: Int(stream?.mChannelsPerFrame ?? 1)
        )
    }

    /// The layout of spatial sound's channels: unknown, as no microphone here records it. Any other layout stops the program.
    public var spatialAudioChannelLayoutTag: AudioChannelLayoutTag {
        get { kAudioChannelLayoutTag_Unknown }
        set {
            guard newValue != kAudioChannelLayoutTag_Unknown else { return }
            programmerError(
                .invalidArgument,
                "*** -[AVCaptureAudioDataOutput setSpatialAudioChannelLayoutTag:] Not supported - no input supports "
                    + "AVCaptureMultichannelAudioModeFirstOrderAmbisonics"
            )
        }
    }
}

/// Receives the sound of an audio data output on the queue given with the delegate (S-128).
///
/// The method is optional on Apple's platforms; here it has an empty default implementation. There is none for dropped
/// sound (S-139).
public protocol AVCaptureAudioDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// Sound arrived. Holding many buffers for long makes the microphone run out of them.
    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    )
}

extension AVCaptureAudioDataOutputSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {}
}
