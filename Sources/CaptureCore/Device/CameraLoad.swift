import CaptureDriver
import CoreMedia

/// What one camera asks of the hardware, as far as it counts for a session's costs. Pure.
package struct CameraLoad: Sendable, Hashable {
    /// Pixels that are read out of the sensor for a frame.
    package var readPixels: Double
    /// Pixels of the frame that is delivered.
    package var deliveredPixels: Double
    /// The highest frame rate that the hardware has to be ready for.
    package var reservedRate: Double
    /// Frames a second that flow now; 0 for a camera whose connections or ports are all disabled.
    package var rate: Double

    /// Derives what a format asks for.
    ///
    /// A format's frames are made of the part of the sensor that they show: so many times their width and height as they
    /// can be zoomed before they have to be scaled up. A binned format joins 2 x 2 pixels before they are read.
    ///
    /// - Parameters:
    ///   - format: what the camera delivers.
    ///   - frameDuration: the duration of its frames; invalid for the format's shortest.
    ///   - durationOverride: the input's `videoMinFrameDurationOverride`, a promise not to be faster; invalid for none.
    ///   - isStreaming: whether frames flow.
    package init(
        format: CaptureFormat,
        frameDuration: CMTime = .invalid,
        durationOverride: CMTime = .invalid,
        isStreaming: Bool = true
    ) {
        let scale = max(1, format.traits.zoomUpscaleThreshold)
        deliveredPixels = Double(format.dimensions.area)
        readPixels = deliveredPixels * scale * scale / (format.traits.isBinned ? 4 : 1)
        let fastest = Self.rate(format.defaultFrameDuration) ?? 0
        reservedRate = min(fastest, Self.rate(durationOverride) ?? fastest)
        rate = isStreaming ? min(reservedRate, Self.rate(frameDuration) ?? reservedRate) : 0
    }

    private static func rate(_ duration: CMTime) -> Double? {
        let seconds = CMTimeGetSeconds(duration)
        return duration.isNumeric && seconds > 0 ? 1 / seconds : nil
    }
}
