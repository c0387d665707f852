import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo
import Dispatch
import Foundation
import FoundationExtras
import MediaEncoding
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

extension AVCaptureVideoDataOutput {
    /// Form and size of the delivered frames (S-133).
    ///
    /// `nil` asks for the default uncompressed form, the empty dictionary for the device's own, which may be compressed
    /// (a webcam's JPEG). Reading gives a filled-in dictionary once the output is connected. Unknown keys, unsupported
    /// formats and sizes that do not fit (S-134) stop the program.
    public var videoSettings: [String: Any]! {
        get { printedSettings() }
        set {
            do {
                let parsed = try VideoSettings(newValue)
                if parsed.dimensions != nil, deliversPreviewSizedOutputBuffers {
                    refuse("width and height cannot be combined with deliversPreviewSizedOutputBuffers")
                }
                if let frameSize = rotatedFrameSize, let refusal = parsed.refusal(for: frameSize) {
                    refuse(refusal.message)
                }
                delivery.withSettings { $0.video = parsed }
            } catch {
                refuse(error.message)
            }
        }
    }

    private func refuse(_ message: String) -> Never {
        programmerError(.invalidArgument, "*** -[AVCaptureVideoDataOutput setVideoSettings:] \(message)")
    }

    /// The active format's size as the connection turns it.
    private var rotatedFrameSize: CaptureDimensions? {
        guard let connection = connection(with: .video), let device = connection.captureDevice else { return nil }
        let size = device.streamRequest.format.dimensions
        let isTurned = Int(connection.videoRotationAngle) % 180 != 0
        return isTurned ? CaptureDimensions(width: size.height, height: size.width) : size
    }

    /// The size of the pictures that are delivered; `nil` while there is no camera.
    var deliveredFrameSize: CaptureDimensions? {
        let (chosen, sizing) = delivery.withSettings { ($0.video.dimensions, OutputSizing($0)) }
        guard chosen == nil, let frameSize = rotatedFrameSize else { return chosen }
        return sizing.prefersPreviewSize(preset: session?.sessionPreset)
            ? FramePreparer.previewSize(for: frameSize) : frameSize
    }

    private func printedSettings() -> [String: Any] {
        let video = delivery.withSettings { $0.video }
        var printed: [String: Any] = [:]
        switch video.form {
        case .native: return [:]
        case .pixels(let type):
            printed[kCVPixelBufferPixelFormatTypeKey as String] = NSNumber(value: type ?? defaultPixelFormat)
        }
        if let size = video.dimensions ?? rotatedFrameSize {
            printed[kCVPixelBufferWidthKey as String] = NSNumber(value: size.width)
            printed[kCVPixelBufferHeightKey as String] = NSNumber(value: size.height)
        }
        return printed
    }

    /// The camera's own pixel format if it can be asked for, else video-range 4:2:0.
    private var defaultPixelFormat: OSType {
        let native = connection(with: .video)?.captureDevice?.streamRequest.format.mediaSubType
        return FramePreparer.defaultPixelFormat(for: native ?? 0)
    }

    /// The pixel formats that `videoSettings` may ask for, in no particular order (S-136).
    public var availableVideoPixelFormatTypes: [OSType] { VideoSettings.availablePixelFormats }

    /// The codecs that `videoSettings` may ask for: none; encode with `AVAssetWriter`.
    public var availableVideoCodecTypes: [AVVideoCodecType] { [] }

    /// Whether the output chooses the size of its pictures itself; true at first (S-135).
    public var automaticallyConfiguresOutputBufferDimensions: Bool {
        get { delivery.withSettings { $0.configuresDimensions } }
        set { delivery.withSettings { $0.configuresDimensions = newValue } }
    }

    /// Whether pictures are scaled down to the size of a preview; false at first.
    ///
    /// Setting it stops the program while `automaticallyConfiguresOutputBufferDimensions` is true (S-135).
    public var deliversPreviewSizedOutputBuffers: Bool {
        get { delivery.withSettings { $0.deliversPreviewSize } }
        set {
            guard !automaticallyConfiguresOutputBufferDimensions else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureVideoDataOutput setDeliversPreviewSizedOutputBuffers:] Cannot be set when "
                        + "automaticallyConfiguresOutputBufferDimensions is YES"
                )
            }
            delivery.withSettings { $0.deliversPreviewSize = newValue }
        }
    }

    /// A time scale that suits writing these frames to a file: never below 600 (S-138), and exact for the frame rate.
    public var recommendedMediaTimeScaleForAssetWriter: CMTimeScale {
        guard let duration = connection(with: .video)?.captureDevice?.streamRequest.frameDuration, duration.isNumeric,
            duration.value > 0
        else { return 600 }
        let scale = Int64(duration.timescale)
        let multiple = (600 + scale - 1) / scale
        return CMTimeScale(clamping: scale * multiple)
    }
}

extension AVCaptureVideoDataOutput {
    /// The codecs that an asset writer can encode for a kind of file, the one to be preferred first; none for kinds of file
    /// that hold no video.
    public func availableVideoCodecTypesForAssetWriter(writingTo outputFileType: AVFileType) -> [AVVideoCodecType] {
        guard let kind = WriterFileKind(outputFileType) else { return [] }
        return kind.availableVideoCodecs.map(AVVideoCodecType.init)
    }

    /// Settings for an asset writer's video input, with the first of the available codecs; `nil` for kinds of file that hold
    /// no video, and while the output is not connected to a camera.
    ///
    /// The camera's active format counts; a preset that was set between `beginConfiguration()` and `commitConfiguration()`
    /// changes it with the latter.
    public func recommendedVideoSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
        guard let codec = WriterFileKind(outputFileType)?.availableVideoCodecs.first else { return nil }
        return recommendedSettings(codec)
    }

    /// Settings for an asset writer's video input and a codec: size as delivered, frame rate and bit rate as the camera's.
    ///
    /// Stops the program for a codec that ``availableVideoCodecTypesForAssetWriter(writingTo:)`` doesn't list (S-137).
    /// `nil` while the output is not connected to a camera.
    public func recommendedVideoSettings(
        forVideoCodecType videoCodecType: AVVideoCodecType,
        assetWriterOutputFileType outputFileType: AVFileType
    ) -> [String: Any]? {
        recommendedSettings(
            videoCodecType,
            outputFileType,
            method: "recommendedVideoSettingsForVideoCodecType:assetWriterOutputFileType:"
        )
    }

    /// As ``recommendedVideoSettings(forVideoCodecType:assetWriterOutputFileType:)``: where the file goes makes no difference.
    public func recommendedVideoSettings(
        forVideoCodecType videoCodecType: AVVideoCodecType,
        assetWriterOutputFileType outputFileType: AVFileType,
        outputFileURL: URL?
    ) -> [String: Any]? {
        recommendedSettings(
            videoCodecType,
            outputFileType,
            method: "recommendedVideoSettingsForVideoCodecType:assetWriterOutputFileType:outputFileURL:"
        )
    }

    /// What ``AVAssetWriter/metadata`` should say of a movie: the camera's maker and model, the program and the date, as
    /// movies say that ``AVCaptureMovieFileOutput`` records.
    ///
    /// Stops the program for a codec that ``availableVideoCodecTypesForAssetWriter(writingTo:)`` doesn't list (S-137).
    /// `nil` while the output is not connected to a camera. UNKNOWN: which items Apple recommends.
    public func recommendedMovieMetadata(
        forVideoCodecType videoCodecType: AVVideoCodecType,
        assetWriterOutputFileType outputFileType: AVFileType
    ) -> [AVMetadataItem]? {
        _ = requireAvailable(
            videoCodecType,
            outputFileType,
            method: "recommendedMovieMetadataForVideoCodecType:assetWriterOutputFileType:"
        )
        guard let device = connection(with: .video)?.captureDevice else { return nil }
        return MovieMetadataItems.items(of: device, date: Date())
    }

    private func recommendedSettings(
        _ type: AVVideoCodecType,
        _ fileType: AVFileType,
        method: String
    ) -> [String: Any]? {
        recommendedSettings(requireAvailable(type, fileType, method: method))
    }

    private func requireAvailable(_ type: AVVideoCodecType, _ fileType: AVFileType, method: String) -> VideoCodec {
        guard availableVideoCodecTypesForAssetWriter(writingTo: fileType).contains(type), let codec = VideoCodec(type)
        else {
            programmerError(
                .invalidArgument,
                "*** -[AVCaptureVideoDataOutput \(method)] \(type.rawValue) is not in "
                    + "availableVideoCodecTypesForAssetWriterWithOutputFileType:"
            )
        }
        return codec
    }

    private func recommendedSettings(_ codec: VideoCodec) -> [String: Any]? {
        guard let size = deliveredFrameSize, let device = connection(with: .video)?.captureDevice else { return nil }
        let duration = device.streamRequest.frameDuration
        let rate = duration.isNumeric && duration.value > 0 ? 1 / duration.seconds : 30
        return RecommendedSettings.video(codec, width: Int(size.width), height: Int(size.height), frameRate: rate)
    }
}

/// Receives the frames of a video data output on the queue given with the delegate (S-128).
///
/// Both methods are optional on Apple's platforms; here they have empty default implementations.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// A frame arrived. Holding many buffers for long makes the camera run out of them (S-131).
    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    )

    /// A frame was dropped. The buffer has timing and the reason as an attachment, but no picture (S-130).
    func captureOutput(
        _ output: AVCaptureOutput,
        didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    )
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {}

    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput,
        didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {}
}
