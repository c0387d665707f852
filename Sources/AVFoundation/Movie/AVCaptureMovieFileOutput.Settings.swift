import CaptureDriver
import Foundation
import FoundationExtras
import MediaEncoding

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
