import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo
import MediaEncoding

/// Compresses what a camera and a microphone deliver, for Live Photos. One thread at a time.
final class LivePhotoEncoder {
    /// How far apart pictures are at most at which decoding can start: so much more than a movie shows is kept, and written.
    private static let keyFrameInterval = 0.5

    private let frameRate: Double
    private let zoomFactor: @Sendable () -> Double
    private let preparer = FramePreparer()
    private var video: VideoEncoder?
    private var audio: AudioEncoder?
    /// What the camera's frames are like that the encoder was made for.
    private var source: CaptureDimensions?

    /// - Parameters:
    ///   - frameRate: how many pictures a second are expected.
    ///   - zoomFactor: the zoom that the camera leaves to us, at present.
    init(frameRate: Double, zoomFactor: @escaping @Sendable () -> Double) {
        self.frameRate = frameRate
        self.zoomFactor = zoomFactor
    }

    /// What the pictures are, once it is known.
    var videoFormat: CMFormatDescription? { video?.formatDescription }
    /// What the sound is, once it is known.
    var audioFormat: CMFormatDescription? { audio?.formatDescription }

    /// Whether a frame can go on where the ones before ended.
    func canContinue(with frame: CaptureFrame) -> Bool {
        source == nil || source == CaptureDimensions(CMVideoFormatDescriptionGetDimensions(frame.formatDescription))
    }

    /// How large a camera's pictures are in a movie: as large as previews (S-34). Encoders take even sizes only.
    static func dimensions(of frame: CaptureDimensions) -> CaptureDimensions {
        let size = FramePreparer.previewSize(for: frame)
        return CaptureDimensions(width: size.width & ~1, height: size.height & ~1)
    }

    /// Compresses a frame's pixels.
    func encode(_ pixels: CVPixelBuffer, of frame: CaptureFrame) throws(MediaEncodingError) -> [EncodedSample] {
        try encoder(for: frame).encode(pixels, at: frame.presentationTime, duration: frame.duration)
    }

    /// Gives the pictures that are still inside. Others may come afterwards.
    func finishVideo() throws(MediaEncodingError) -> [EncodedSample] {
        defer {
            video = nil
            source = nil
        }
        return try video?.finish() ?? []
    }

    /// Compresses sound.
    func encode(_ packet: CaptureAudioPacket) throws(MediaEncodingError) -> [EncodedSample] {
        guard let format = packet.formatDescription.audioStreamBasicDescription else { return [] }
        let encoder = try audioEncoder(for: format)
        return try encoder.encode(
            packet.data,
            format: format,
            frameCount: packet.frameCount,
            at: packet.presentationTime
        )
    }

    private func audioEncoder(for format: AudioStreamBasicDescription) throws(MediaEncodingError) -> AudioEncoder {
        if let audio { return audio }
        let channels = min(2, max(1, Int(format.mChannelsPerFrame)))
        let made = try AudioEncoder(AudioEncoderSettings(codec: .aac, channels: channels))
        audio = made
        return made
    }

    /// No more sound comes, or other sound.
    func endAudio() {
        audio = nil
    }

    private func encoder(for frame: CaptureFrame) throws(MediaEncodingError) -> VideoEncoder {
        if let video { return video }
        let dimensions = CaptureDimensions(CMVideoFormatDescriptionGetDimensions(frame.formatDescription))
        let size = Self.dimensions(of: dimensions)
        let made = try VideoEncoder(
            VideoEncoderSettings(
                codec: .h264,
                width: Int(size.width),
                height: Int(size.height),
                keyFrameIntervalSeconds: Self.keyFrameInterval,
                expectedFrameRate: frameRate
            )
        )
        (video, source) = (made, dimensions)
        return made
    }

    /// A frame's pixels, in the camera's size: the encoder scales.
    ///
    /// - Throws: what a decoder says about a spoilt frame.
    func pixels(of frame: CaptureFrame) throws -> CVPixelBuffer {
        let zoom = zoomFactor()
        if case .image(let pixels) = frame.content, zoom == 1 { return pixels }
        let request = FramePreparer.Request(
            form: .pixels(nil),
            explicitSize: nil,
            prefersPreviewSize: false,
            rotationAngle: 0,
            isMirrored: false,
            zoomFactor: zoom
        )
        guard let pixels = try preparer.sample(from: frame, wanted: request)?.imageBuffer else {
            throw AVError(.decodeFailed)
        }
        return pixels
    }
}
