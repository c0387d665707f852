import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras
import MediaEncoding
import Synchronization

/// Records movies, exactly as Apple's class of the same name.
///
/// DEVIATION: Apple's writes QuickTime movies whatever the file is called; here a file called `.mp4` or `.m4v` becomes an MPEG-4
/// movie if it can hold what is recorded (not JPEG nor linear PCM), and any other a QuickTime movie.
open class AVCaptureMovieFileOutput: AVCaptureFileOutput {
    // Safe on any thread: what changes lies in a mutex.

    struct MovieConfiguration: @unchecked Sendable {
        // @unchecked: items of metadata guard their fields with a lock.

        var fragmentInterval = CMTime(value: 10, timescale: 1)
        var metadata: [AVMetadataItem]?
        /// What clients have set, by connection.
        var settings: [ObjectIdentifier: MovieTrackSettings] = [:]
    }

    let movie = Mutex(MovieConfiguration())

    /// Makes an output with Apple's defaults.
    public override init() {
        super.init()
    }

    override var acceptedMediaTypes: [AVMediaType] { [.video, .audio] }

    /// How much time of the movie may pass between two fragments, which keep a file playable that was never finished; 10
    /// seconds at first (S-181). Counts for recordings that are started afterwards.
    ///
    /// DEVIATION: fragments are never more than a second apart while the movie is recorded, so that at most a second is lost;
    /// an interval that is longer, or invalid, has no effect. A movie that is finished normally has no fragments.
    open var movieFragmentInterval: CMTime {
        get { movie.withLock { $0.fragmentInterval } }
        set { movie.withLock { $0.fragmentInterval = newValue } }
    }

    /// What movies say about themselves besides the camera's maker and model, the program and the date, which they say anyway;
    /// items of the same meaning take their place. `nil` at first. Counts for recordings that are started afterwards.
    open var metadata: [AVMetadataItem]? {
        get { movie.withLock { $0.metadata } }
        set { movie.withLock { $0.metadata = newValue } }
    }

    override func makeRecording(_ plan: RecordingPlan) -> FileRecording {
        FileRecording(plan, file: WriterRecordingFile(writerSettings(plan)))
    }

    private func writerSettings(_ plan: RecordingPlan) -> WriterRecordingFile.Settings {
        var settings = WriterRecordingFile.Settings(url: plan.url, fileType: .mov)
        settings.fragmentInterval = fragmentInterval
        settings.metadata = MovieMetadataItems.items(of: plan.device, date: Date()) + (metadata ?? [])
        settings.unsettled = plan.unsettled
        for connection in plan.connections {
            guard let device = connection.captureDevice else { continue }
            if connection.mediaType == .video {
                settings.video = videoTrackSettings(connection, device)
            } else {
                settings.audio = self.settings(for: connection)
            }
        }
        let isNamedMPEG4 = ["mp4", "m4v"].contains(plan.url.pathExtension.lowercased())
        if isNamedMPEG4, !settings.needsQuickTime { settings.fileType = .mp4 }
        return settings
    }

    private func videoTrackSettings(
        _ connection: AVCaptureConnection,
        _ device: AVCaptureDevice
    ) -> WriterRecordingFile.VideoTrackSettings {
        let format = device.streamRequest.format
        let size = recordedSize(of: device)
        let settings = settings(for: connection)
        let isJPEG = settings[AVVideoCodecKey] as? AVVideoCodecType == .jpeg
        return WriterRecordingFile.VideoTrackSettings(
            output: settings,
            transform: VideoTransform.matrix(
                rotationAngle: Int(connection.videoRotationAngle),
                isMirrored: connection.isVideoMirrored,
                size: size
            ),
            passesThrough: isJPEG && format.mediaSubType == kCMVideoCodecType_JPEG && format.dimensions == size
                && device.softwareZoomFactor == 1,
            format: format,
            zoomFactor: { [device = WeakReference(device)] in device.object?.softwareZoomFactor ?? 1 }
        )
    }

    private var fragmentInterval: CMTime {
        let longest = CMTime(value: 1, timescale: 1)
        let chosen = movieFragmentInterval
        return chosen.isNumeric && chosen > .zero ? CMTimeMinimum(chosen, longest) : longest
    }

    override func configurationDidCommit() {
        let own = Set(connections.map(ObjectIdentifier.init))
        movie.withLock { movie in movie.settings = movie.settings.filter { own.contains($0.key) } }
        super.configurationDidCommit()
    }
}

extension AVCaptureMovieFileOutput {
    /// The codecs that movies can be recorded with; the first one is used when none is set. Empty without a camera.
    ///
    /// UNKNOWN: Apple's devices have HEVC first where they can encode it. Here H.264 is first, which plays everywhere and can be
    /// encoded in time by any processor, then HEVC if there is an encoder, and JPEG, which a camera that delivers it does not
    /// even have to decode.
    public var availableVideoCodecTypes: [AVVideoCodecType] {
        connection(with: .video) == nil ? [] : Self.encodableCodecs
    }

    static let encodableCodecs: [AVVideoCodecType] = [AVVideoCodecType.h264, .hevc, .jpeg].filter { codec in
        VideoCodec(codec).map(VideoEncoder.isAvailable) ?? false
    }

    /// The keys that `setOutputSettings(_:for:)` takes for a connection.
    ///
    /// DEVIATION: for sound too; on a phone it has none.
    public func supportedOutputSettingsKeys(for connection: AVCaptureConnection) -> [String] {
        requireOwn(connection, "supportedOutputSettingsKeysForConnection:")
        return connection.mediaType == .video ? MovieTrackSettings.videoKeys : MovieTrackSettings.audioKeys
    }

    /// How a connection's media is recorded, filled in (S-182).
    public func outputSettings(for connection: AVCaptureConnection) -> [String: Any] {
        requireOwn(connection, "outputSettingsForConnection:")
        return settings(for: connection)
    }

    /// Chooses how a connection's media is recorded; `nil` takes the defaults again. Counts for recordings that are started
    /// afterwards. Keys and codecs that are not supported stop the program (S-182).
    public func setOutputSettings(_ outputSettings: [String: Any]?, for connection: AVCaptureConnection) {
        let selector = "setOutputSettings:forConnection:"
        requireOwn(connection, selector)
        do throws(MovieTrackSettings.Refusal) {
            let parsed = try outputSettings.map { values throws(MovieTrackSettings.Refusal) in
                try MovieTrackSettings(values, for: connection.mediaType, codecs: Self.encodableCodecs)
            }
            try MovieTrackSettings.requireUsable(settings(for: connection, parsed), for: connection.mediaType)
            movie.withLock { $0.settings[ObjectIdentifier(connection)] = parsed }
        } catch {
            refuse(selector, error.message)
        }
    }

    func settings(for connection: AVCaptureConnection) -> [String: Any] {
        settings(for: connection, movie.withLock { $0.settings[ObjectIdentifier(connection)] })
    }

    private func settings(for connection: AVCaptureConnection, _ chosen: MovieTrackSettings?) -> [String: Any] {
        guard let device = connection.captureDevice else { return [:] }
        guard connection.mediaType == .video else {
            return MovieTrackSettings.audio(chosen, for: device.hardware.defaultAudioFormat)
        }
        let duration = Self.frameDuration(of: device)
        return MovieTrackSettings.video(
            chosen,
            for: recordedSize(of: device),
            rate: duration.seconds > 0 ? 1 / duration.seconds : 30,
            codec: Self.encodableCodecs.first ?? .h264
        )
    }

    /// How large recorded pictures are: as the camera delivers them, and with the photo preset as large as previews (S-34).
    func recordedSize(of device: AVCaptureDevice) -> CaptureDimensions {
        let size = device.streamRequest.format.dimensions
        return session?.sessionPreset == .photo ? FramePreparer.previewSize(for: size) : size
    }

    private func requireOwn(_ connection: AVCaptureConnection, _ selector: String) {
        guard connection.output !== self else { return }
        refuse(selector, "connection does not belong to this output")
    }
}

extension AVCaptureMovieFileOutput {
    // MARK: Spatial video

    /// Whether spatial video can be recorded: no camera here takes two pictures at a time.
    public var isSpatialVideoCaptureSupported: Bool { false }

    /// Always false; switching it on stops the program, as it is not supported.
    public var isSpatialVideoCaptureEnabled: Bool {
        get { false }
        set {
            guard newValue else { return }
            refuse("setSpatialVideoCaptureEnabled:", "Cannot be set to YES when isSpatialVideoCaptureSupported is NO")
        }
    }

    // MARK: The change-over of virtual cameras

    /// Whether the behaviour for recordings is in force while one is under way; false at first. No camera here lets programs
    /// influence the change-over (`AVCaptureDevice.primaryConstituentDeviceSwitchingBehavior` is `.unsupported`), so switching
    /// it on stops the program.
    public var isPrimaryConstituentDeviceSwitchingBehaviorForRecordingEnabled: Bool {
        get { false }
        set {
            guard newValue else { return }
            refuse(
                "setPrimaryConstituentDeviceSwitchingBehaviorForRecordingEnabled:",
                "Not supported - use primaryConstituentDeviceSwitchingBehavior of the source device"
            )
        }
    }

    /// The behaviour for recordings: unsupported, as the cameras' own.
    public var primaryConstituentDeviceSwitchingBehaviorForRecording:
        AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior
    { .unsupported }

    /// The conditions for the change-over during recordings: none.
    public var primaryConstituentDeviceRestrictedSwitchingBehaviorConditionsForRecording:
        AVCaptureDevice.PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    { [] }

    /// Chooses the behaviour for recordings. Stops the program, because no camera supports any.
    public func setPrimaryConstituentDeviceSwitchingBehaviorForRecording(
        _ switchingBehavior: AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior,
        restrictedSwitchingBehaviorConditions:
            AVCaptureDevice.PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    ) {
        refuse(
            "setPrimaryConstituentDeviceSwitchingBehaviorForRecording:restrictedSwitchingBehaviorConditions:",
            "Not supported - use primaryConstituentDeviceSwitchingBehavior of the source device"
        )
    }

    // MARK: Changes of orientation as metadata

    /// Whether changes of orientation and mirroring during a recording become a metadata track: never. The movie's own
    /// orientation is that of the recording's start.
    public func recordsVideoOrientationAndMirroringChangesAsMetadataTrack(for connection: AVCaptureConnection) -> Bool {
        false
    }

    /// Not available: tracks of timed metadata are not written.
    @available(
        *,
        unavailable,
        message: "Timed metadata tracks are not written; a movie keeps the orientation of its start."
    )
    public func setRecordsVideoOrientationAndMirroringChangesAsMetadataTrack(
        _ doRecordChanges: Bool,
        for connection: AVCaptureConnection
    ) {}

    func refuse(_ selector: String, _ reason: String) -> Never {
        programmerError(.invalidArgument, "*** -[AVCaptureMovieFileOutput \(selector)] \(reason)")
    }
}
