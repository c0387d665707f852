import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import FoundationExtras

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
