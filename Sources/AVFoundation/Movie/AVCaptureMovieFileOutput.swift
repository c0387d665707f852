import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras
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
