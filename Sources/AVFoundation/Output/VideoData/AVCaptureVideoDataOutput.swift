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
open class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {
    // @unchecked: all that changes lies in mutexes.

    struct Settings: @unchecked Sendable {
        // @unchecked: the delegate is only ever called on its queue, and dispatch sources may be used from any thread.
        /// How often the delegate was set; an event that was on its way to an earlier one comes to nothing.
        var delegateGeneration = 0
        weak var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
        var queue: DispatchQueue?
        var source: (any DispatchSourceUserDataAdd)?
        /// Where frames come from; here so that finding it costs nothing per frame. The session keeps it: kept here, it
        /// would keep the camera open after its input has been removed.
        var connectionNumber: UInt64?
        weak var connection: AVCaptureConnection?

        mutating func take(_ connection: AVCaptureConnection) {
            guard connectionNumber != connection.number else { return }
            (connectionNumber, self.connection) = (connection.number, connection)
        }
        /// Where frames go instead of to the delegate, if a synchronizer takes them.
        var route = SynchronizerRoute()
        var video = VideoSettings()
        var discardsLate = true
        var preservesHDRMetadata = false
        var configuresDimensions = true
        var deliversPreviewSize = false
    }

    let settings = Mutex(Settings())
    private let mailbox = Mutex(FrameMailbox<CaptureFrame>(capacity: 15))
    /// Locked because a delegate may be at work on its queue when the next one is already called on another.
    private let preparer = Mutex(FramePreparer())

    /// Makes an output with Apple's defaults.
    public override init() {
        super.init()
    }

    deinit {
        settings.withLock { $0.source?.cancel() }
    }

    override var acceptedMediaTypes: [AVMediaType] { [.video] }

    // MARK: Delegate

    /// Sets who receives frames, and on which queue. The output does not keep the delegate alive.
    ///
    /// A delegate without a queue stops the program (S-128).
    open func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        guard sampleBufferDelegate == nil || sampleBufferCallbackQueue != nil else {
            programmerError(
                .invalidArgument,
                "*** -[AVCaptureVideoDataOutput setSampleBufferDelegate:queue:] NULL queue passed"
            )
        }
        let (old, source) = settings.withLock { settings in
            settings.delegateGeneration += 1
            let generation = settings.delegateGeneration
            let old = settings.source
            settings.delegate = sampleBufferDelegate
            settings.queue = sampleBufferDelegate == nil ? nil : sampleBufferCallbackQueue
            settings.source = sampleBufferCallbackQueue.map { makeSource($0, generation) }
            return (old, settings.source)
        }
        old?.cancel()
        source?.resume()
        let isAnythingLeft = mailbox.withLock { mailbox in
            // Nobody shall get a frame of the past, and cameras want their buffers back.
            if source == nil { mailbox.removeAll() }
            return mailbox.count > 0
        }
        if isAnythingLeft { source?.add(data: 1) }
    }

    /// A merged event on the delegate's queue wakes the reader without an allocation per frame.
    private func makeSource(_ queue: DispatchQueue, _ generation: Int) -> any DispatchSourceUserDataAdd {
        let source = DispatchSource.makeUserDataAddSource(queue: queue)
        source.setEventHandler { [weak self] in self?.deliver(generation) }
        return source
    }

    /// Who receives frames.
    open var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
        settings.withLock { $0.delegate }
    }

    /// The queue that the delegate is called on.
    open var sampleBufferCallbackQueue: DispatchQueue? { settings.withLock { $0.queue } }

    /// Whether a frame that arrives while the delegate is busy takes the place of one that waits; true at first (S-129).
    ///
    /// `UNKNOWN`: of the frames that arrive while the delegate is busy, the newest is delivered next. With `false`, up to
    /// 15 frames wait.
    open var alwaysDiscardsLateVideoFrames: Bool {
        get { settings.withLock { $0.discardsLate } }
        set { settings.withLock { $0.discardsLate = newValue } }
    }

    /// Whether metadata for each frame of high-dynamic-range video stays attached to its pixels; false at first.
    ///
    /// No camera here delivers such metadata, so there is nothing that could be taken off: it is remembered, as on a phone whose
    /// active format has none.
    open var preservesDynamicHDRMetadata: Bool {
        get { settings.withLock { $0.preservesHDRMetadata } }
        set { settings.withLock { $0.preservesHDRMetadata = newValue } }
    }

    // MARK: Frames, on the driver's thread

    override func consume(_ frame: CaptureFrame, from connection: AVCaptureConnection) {
        if let (synchronizer, index) = synchronizer(for: connection) {
            let datum = SynchronizedDatum.frame(frame)
            return synchronizer.receive(datum, time: frame.presentationTime, duration: frame.duration, from: index)
        }
        guard let (discardsLate, source) = readiness(for: connection) else { return }
        mailbox.withLock {
            $0.offer(frame, time: frame.presentationTime, duration: frame.duration, discardsLate: discardsLate)
        }
        source.add(data: 1)
    }

    override func consumeDrop(_ drop: CaptureDrop, from connection: AVCaptureConnection) {
        let reason: FrameMailbox<CaptureFrame>.DropReason =
            switch drop.reason {
            case .outOfBuffers: .outOfBuffers
            case .sequenceGap, .corrupt: .discontinuity
            }
        if let (synchronizer, index) = synchronizer(for: connection) {
            return synchronizer.receiveDrops(drop.count, reason, time: drop.presentationTime, from: index)
        }
        guard let (_, source) = readiness(for: connection) else { return }
        mailbox.withLock { mailbox in
            // A camera that skips thousands says so once per frame up to a limit that nobody counts beyond.
            for _ in 0..<min(drop.count, 64) {
                mailbox.reportDrop(reason: reason, time: drop.presentationTime, duration: .invalid)
            }
        }
        source.add(data: 1)
    }

    private func readiness(for connection: AVCaptureConnection) -> (Bool, any DispatchSourceUserDataAdd)? {
        settings.withLock { settings in
            settings.take(connection)
            return settings.source.map { (settings.discardsLate, $0) }
        }
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

    /// Tells a synchronizer whether frames are to be expected.
    private func updateSynchronizerRoute() {
        let route = settings.withLock { $0.route }
        guard route.isConnected else { return }
        if session == nil { route.disconnect() } else { route.expect(canDeliver) }
    }

    private func synchronizer(
        for connection: AVCaptureConnection
    ) -> (AVCaptureDataOutputSynchronizer, Int)? {
        settings.withLock { settings in
            guard let synchronizer = settings.route.synchronizer else { return nil }
            settings.take(connection)
            return (synchronizer, settings.route.index)
        }
    }

    /// A frame as the settings want it, for a synchronizer; `nil` when it cannot be decoded, or comes from nowhere any more.
    func sample(of frame: CaptureFrame) -> CMSampleBuffer? {
        guard let connection = settings.withLock({ $0.connection }) else { return nil }
        return prepare(frame, connection: connection)
    }

    // MARK: Delivery, on the delegate's queue

    /// Delivers what waits now. What comes meanwhile wakes the reader again: a slow delegate must not keep others from the
    /// queue for ever.
    private func deliver(_ generation: Int) {
        for _ in 0..<mailbox.withLock({ $0.count }) {
            guard let (receiver, source) = receiver(generation), let item = mailbox.withLock({ $0.next() }) else {
                return
            }
            guard let delegate = receiver, let connection = source else { continue }
            switch item {
            case .frame(let frame, let time, let duration):
                if let sample = prepare(frame, connection: connection) {
                    delegate.captureOutput(self, didOutput: sample, from: connection)
                } else {
                    let drop = FrameMailbox<CaptureFrame>.Drop(reason: .discontinuity, time: time, duration: duration)
                    notify(delegate, of: drop, connection: connection)
                }
            case .drop(let drop):
                notify(delegate, of: drop, connection: connection)
            }
        }
    }

    /// Who gets the next frame; `nil` when the delegate was set anew and another queue goes on.
    private func receiver(
        _ generation: Int
    ) -> ((any AVCaptureVideoDataOutputSampleBufferDelegate)?, AVCaptureConnection?)? {
        settings.withLock { settings in
            settings.delegateGeneration == generation ? (settings.delegate, settings.connection) : nil
        }
    }

    /// The frame as the settings want it; `nil` when it cannot be decoded.
    private func prepare(_ frame: CaptureFrame, connection: AVCaptureConnection) -> CMSampleBuffer? {
        let (video, sizing) = settings.withLock { ($0.video, OutputSizing($0)) }
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
        of drop: FrameMailbox<CaptureFrame>.Drop,
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
