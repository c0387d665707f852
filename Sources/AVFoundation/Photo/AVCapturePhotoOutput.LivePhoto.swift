import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras
import MediaEncoding

/// Live Photos: a photo, and a movie of about three seconds around it.
extension AVCapturePhotoOutput {
    // MARK: Whether

    /// Whether photos can have a movie: with a camera, in a session of one camera without a movie file output (S-164), in
    /// certain presets and formats, where there is an encoder.
    ///
    /// `UNKNOWN`: Apple names neither presets nor formats. Here it is the photo preset, and formats of a sensor's proportions, four
    /// to three, that a client has chosen itself.
    public var isLivePhotoCaptureSupported: Bool { currentCapabilities.isLivePhotoSupported }

    /// Whether requests may ask for Live Photos; false at first, and again when a new configuration does not support them
    /// (S-164). Set it before the session runs: then the last seconds are kept, compressed, from its start on. Needs a
    /// microphone in the session for sound.
    ///
    /// A change while the session runs ends movies that are under way, and photos that were not taken yet fail. Switching it on
    /// when it is not supported stops the program.
    public var isLivePhotoCaptureEnabled: Bool {
        get { configuration.withLock { $0.options.isLivePhotoEnabled } }
        set {
            require(
                !newValue || isLivePhotoCaptureSupported,
                "setLivePhotoCaptureEnabled:",
                "livePhotoCaptureSupported"
            )
            guard newValue != isLivePhotoCaptureEnabled, let session else { return }
            pipeline.cancelWaiting(.configurationChanged)
            pipeline.setRecorder(nil)
            setLivePhotoEnabled(newValue)
            session.edit { graph in if newValue { graph.connect(self) } }
        }
    }

    /// Whether Live Photos are enabled, but not wanted at present; false at first, and again when the session stops, unless
    /// `preservesLivePhotoCaptureSuspendedOnSessionStop` is true (S-164).
    ///
    /// Movies that are under way end with what they have; those of later photos show nothing from before the suspension's end.
    /// While the session does not run it can't be switched on, and stays false. Switching it on while Live Photos are not
    /// enabled stops the program.
    public var isLivePhotoCaptureSuspended: Bool {
        get { configuration.withLock { $0.options.isLivePhotoSuspended } }
        set {
            require(
                !newValue || isLivePhotoCaptureEnabled,
                "setLivePhotoCaptureSuspended:",
                "livePhotoCaptureEnabled"
            )
            guard !newValue || session?.isRunning == true else { return }
            configuration.withLock { $0.options.isLivePhotoSuspended = newValue }
            reviewLivePhotoRecorder()
        }
    }

    /// Whether `isLivePhotoCaptureSuspended` stays as it is when the session stops; false at first.
    public var preservesLivePhotoCaptureSuspendedOnSessionStop: Bool {
        get { configuration.withLock { $0.options.preservesLivePhotoSuspension } }
        set { configuration.withLock { $0.options.preservesLivePhotoSuspension = newValue } }
    }

    /// Whether a movie leaves out what lies beyond excessive motion before or after the photo; true where Live Photos are
    /// supported. Movies may be shorter than three seconds for it. A change while the session runs ends movies that are under
    /// way. Switching it on when Live Photos are not supported stops the program.
    public var isLivePhotoAutoTrimmingEnabled: Bool {
        get { isLivePhotoCaptureSupported && !configuration.withLock { $0.options.isLivePhotoTrimmingDeclined } }
        set {
            require(
                !newValue || isLivePhotoCaptureSupported,
                "setLivePhotoAutoTrimmingEnabled:",
                "livePhotoCaptureSupported"
            )
            let hasChanged = configuration.withLock { configuration in
                defer { configuration.options.isLivePhotoTrimmingDeclined = !newValue }
                return configuration.options.isLivePhotoTrimmingDeclined == newValue
            }
            guard hasChanged else { return }
            pipeline.setRecorder(nil)
            reviewLivePhotoRecorder()
        }
    }

    /// Codecs of Live Photos' movies, the default first: H.264, which is what the last seconds are kept in; empty where Live
    /// Photos are not supported. Key-value observable.
    public var availableLivePhotoVideoCodecTypes: [AVVideoCodecType] { currentCapabilities.livePhotoCodecs }

    // MARK: Inside

    /// Whether the configuration allows for Live Photos.
    func supportsLivePhotos(_ device: AVCaptureDevice) -> Bool {
        guard let session, !(session is AVCaptureMultiCamSession),
            !session.outputs.contains(where: { $0 is AVCaptureMovieFileOutput })
        else { return false }
        let size = CMVideoFormatDescriptionGetDimensions(device.activeFormat.formatDescription)
        let isFit =
            switch session.sessionPreset {
            case .photo: true
            case .inputPriority: size.width * 3 == size.height * 4
            default: false
            }
        return isFit && VideoEncoder.isAvailable(.h264)
    }

    /// Takes note of a change, and of what it means for the microphone. Takes effect when the configuration is committed.
    func setLivePhotoEnabled(_ isEnabled: Bool) {
        configuration.withLock { configuration in
            configuration.options.isLivePhotoEnabled = isEnabled
            configuration.options.isLivePhotoSuspended = false
        }
        if !isEnabled { session?.configuration.withLock { $0.pending.disconnect(self, from: .audio) } }
    }

    /// Keeps the last seconds for Live Photos while they may be asked for.
    func reviewLivePhotoRecorder() {
        let options = configuration.withLock { $0.options }
        guard options.isLivePhotoEnabled, !options.isLivePhotoSuspended, let session, session.isRunning,
            let device = connection(with: .video)?.captureDevice
        else { return pipeline.setRecorder(nil) }
        guard !pipeline.hasRecorder else { return }
        let duration = AVCaptureFileOutput.frameDuration(of: device)
        let encoder = LivePhotoEncoder(frameRate: duration.seconds > 0 ? 1 / duration.seconds : 30) {
            [device = WeakReference(device)] in
            device.object?.softwareZoomFactor ?? 1
        }
        pipeline.setRecorder(
            LivePhotoRecorder(
                encoder: encoder,
                trimsMotion: !options.isLivePhotoTrimmingDeclined,
                clock: session.system.clock,
                unsettled: session.system.unsettled
            ) { [weak pipeline = pipeline] in pipeline?.movieEvent($0, $1) }
        )
    }

    /// The session has stopped.
    func endLivePhotoSuspension() {
        configuration.withLock { configuration in
            guard !configuration.options.preservesLivePhotoSuspension else { return }
            configuration.options.isLivePhotoSuspended = false
        }
    }
}

extension AVCapturePhotoSettings {
    /// What is asked of a Live Photo's movie.
    struct LivePhotoValues {
        var url: URL?
        var codec = AVVideoCodecType.h264
        var metadata: [AVMetadataItem] = []

        /// The same as a request; `nil` if no Live Photo is asked for.
        var request: LivePhotoRequest? { url.map { LivePhotoRequest(url: $0, codec: codec, metadata: metadata) } }
    }

    /// Where a Live Photo's movie is to be written: a file's URL, where no file is; `nil`, which it is at first, for no Live
    /// Photo.
    ///
    /// The movie shows about three seconds around the photo, with sound if the session has a microphone. Capturing with a URL
    /// stops the program unless the output's `isLivePhotoCaptureEnabled` is true and its `isLivePhotoCaptureSuspended` false
    /// (S-164); where a file is already, the delegate hears of the error. `UNKNOWN`: that a bracket can't be a Live Photo is
    /// checked when it is captured.
    public var livePhotoMovieFileURL: URL? {
        get { values.livePhoto.url }
        set { values.livePhoto.url = newValue }
    }

    /// How the pictures of a Live Photo's movie are compressed: one of the output's `availableLivePhotoVideoCodecTypes`, at
    /// first H.264.
    public var livePhotoVideoCodecType: AVVideoCodecType {
        get { values.livePhoto.codec }
        set { values.livePhoto.codec = newValue }
    }

    /// What a Live Photo's movie says about itself besides the camera's maker and model, the program and the date, which it says
    /// anyway; items of the same meaning take their place. Empty at first, and again when set to `nil`. Copies are kept.
    ///
    /// The identifier that pairs the movie with the photo is made for each photo; an item that is one stops the program.
    public var livePhotoMovieMetadata: [AVMetadataItem]! {
        get { values.livePhoto.metadata }
        set {
            let items = newValue ?? []
            guard !items.contains(where: \.isContentIdentifier) else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCapturePhotoSettings setLivePhotoMovieMetadata:] livePhotoMovieMetadata may not contain an item "
                        + "with the key AVMetadataQuickTimeMetadataKeyContentIdentifier"
                )
            }
            values.livePhoto.metadata = items.map { $0.copy() as? AVMetadataItem ?? $0 }
        }
    }
}

extension AVMetadataItem {
    /// Whether it is QuickTime's identifier of a movie's content.
    fileprivate var isContentIdentifier: Bool {
        keySpace == .quickTimeMetadata && MetadataMeaning(self)?.name == "content.identifier"
    }
}
