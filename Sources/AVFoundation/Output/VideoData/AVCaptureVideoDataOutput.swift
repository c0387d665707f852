import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo
import Dispatch
import Foundation
import FoundationExtras
import Synchronization

/// Delivers a camera's frames to a delegate, exactly as Apple's class of the same name.
///
/// The delegate is called on its queue, which must be serial (S-128). Pixels are converted there too, and only for frames
/// that are really delivered, so that a slow delegate costs the camera nothing.
open class AVCaptureVideoDataOutput: AVCaptureOutput {
    // Safe on any thread: all that changes lies in mutexes.

    struct Settings: DataDeliverySettings, @unchecked Sendable {
        // @unchecked: the delegate is only ever called on its queue.
        typealias Delegate = any AVCaptureVideoDataOutputSampleBufferDelegate

        weak var delegate: Delegate?
        var video = VideoSettings()
        var discardsLate = true
        var preservesHDRMetadata = false
        var configuresDimensions = true
        var deliversPreviewSize = false
    }

    let delivery = DataDelivery(Settings(), FrameMailbox<CaptureFrame>(capacity: 15))
    /// Locked because a delegate may be at work on its queue when the next one is already called on another.
    private let preparer = Mutex(FramePreparer())

    /// Makes an output with Apple's defaults.
    public override init() {
        super.init()
    }

    override var acceptedMediaTypes: [AVMediaType] { [.video] }

    override var dataDelivery: (any SynchronizableDelivery)? { delivery }

    override var deliversFrames: Bool { true }

    override var discardsLateData: Bool { alwaysDiscardsLateVideoFrames }

    // MARK: Delegate

    /// Sets who receives frames, and on which queue. The output does not keep the delegate alive.
    ///
    /// A delegate without a queue stops the program (S-128).
    open func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        delivery.setDelegate(
            sampleBufferDelegate,
            queue: sampleBufferCallbackQueue,
            method: "AVCaptureVideoDataOutput setSampleBufferDelegate:queue:"
        ) { [me = WeakReference(self)] generation in me.object?.deliver(generation) }
    }

    /// Who receives frames.
    open var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? { delivery.delegate }

    /// The queue that the delegate is called on.
    open var sampleBufferCallbackQueue: DispatchQueue? { delivery.queue }

    /// Whether a frame that arrives while the delegate is busy takes the place of one that waits; true at first (S-129).
    ///
    /// `UNKNOWN`: of the frames that arrive while the delegate is busy, the newest is delivered next. With `false`, up to
    /// 15 frames wait.
    open var alwaysDiscardsLateVideoFrames: Bool {
        get { delivery.withSettings { $0.discardsLate } }
        set { delivery.withSettings { $0.discardsLate = newValue } }
    }

    /// Whether metadata for each frame of high-dynamic-range video stays attached to its pixels; false at first.
    ///
    /// No camera here delivers such metadata, so there is nothing that could be taken off: it is remembered, as on a phone whose
    /// active format has none.
    open var preservesDynamicHDRMetadata: Bool {
        get { delivery.withSettings { $0.preservesHDRMetadata } }
        set { delivery.withSettings { $0.preservesHDRMetadata = newValue } }
    }

    // MARK: Frames, on the driver's thread

    override func consume(_ frame: CaptureFrame, from connection: AVCaptureConnection) {
        let (time, duration) = (frame.presentationTime, frame.duration)
        delivery.receive(.frame(frame), time: time, duration: duration, from: connection) { state in
            state.mailbox.offer(frame, time: time, duration: duration, discardsLate: state.settings.discardsLate)
        }
    }

    override func consumeDrop(_ drop: CaptureDrop, from connection: AVCaptureConnection) {
        let reason = FrameDrop.Reason(drop.reason)
        delivery.receiveDrops(drop.count, reason, time: drop.presentationTime, from: connection)
    }

    // MARK: A synchronizer

    /// A frame as the settings want it, for a synchronizer; `nil` when it cannot be decoded, or comes from nowhere any more.
    func sample(of frame: CaptureFrame) -> CMSampleBuffer? {
        guard let connection = delivery.connection else { return nil }
        return prepare(frame, connection: connection)
    }

    // MARK: Delivery, on the delegate's queue

    private func deliver(_ generation: Int) {
        delivery.deliver(generation) { delegate, connection, item in
            switch item {
            case .frame(let frame, let time, let duration):
                if let sample = prepare(frame, connection: connection) {
                    delegate.captureOutput(self, didOutput: sample, from: connection)
                } else {
                    let drop = FrameDrop(reason: .discontinuity, time: time, duration: duration)
                    notify(delegate, of: drop, connection: connection)
                }
            case .drop(let drop):
                notify(delegate, of: drop, connection: connection)
            }
        }
    }

    /// The frame as the settings want it; `nil` when it cannot be decoded.
    private func prepare(_ frame: CaptureFrame, connection: AVCaptureConnection) -> CMSampleBuffer? {
        let (video, sizing) = delivery.withSettings { ($0.video, OutputSizing($0)) }
        let request = FramePreparer.Request(
            form: video.form,
            explicitSize: video.dimensions,
            prefersPreviewSize: sizing.prefersPreviewSize(preset: session?.sessionPreset),
            rotationAngle: Int(connection.videoRotationAngle),
            isMirrored: connection.isVideoMirrored,
            zoomFactor: connection.captureDevice?.softwareZoomFactor ?? 1
        )
        return try? preparer.withLock { try $0.sample(from: frame, wanted: request) }
    }

    private func notify(
        _ delegate: any AVCaptureVideoDataOutputSampleBufferDelegate,
        of drop: FrameDrop,
        connection: AVCaptureConnection
    ) {
        guard let sample = DroppedFrame.sampleBuffer(for: drop) else { return }
        delegate.captureOutput(self, didDrop: sample, from: connection)
    }
}

/// How an output chooses the size of its pictures when the client names none.
struct OutputSizing: Equatable, Sendable {
    var configuresDimensions: Bool
    var deliversPreviewSize: Bool

    init(_ settings: AVCaptureVideoDataOutput.Settings) {
        configuresDimensions = settings.configuresDimensions
        deliversPreviewSize = settings.deliversPreviewSize
    }

    /// Preview size is for the photo preset (S-34), or when asked for (S-135).
    func prefersPreviewSize(preset: AVCaptureSession.Preset?) -> Bool {
        configuresDimensions ? preset == .photo : deliversPreviewSize
    }
}
