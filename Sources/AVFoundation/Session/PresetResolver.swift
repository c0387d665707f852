import CaptureDriver
import CoreMedia
import CoreVideo

/// Chooses the format that a preset means for a camera.
///
/// `UNKNOWN`: Apple documents pixel sizes only for the presets that carry them in their name. Chosen here:
/// photo is the device's photo format, else its largest; high is the largest up to 1920 x 1080 that reaches 30 frames per
/// second (else the fastest); medium the one nearest to 480 x 360; low the one nearest to 192 x 144.
struct PresetResolver {
    /// The camera's formats.
    let formats: [CaptureFormat]

    /// The index of the format for a preset; `nil` when the camera does not support it. `inputPriority` is supported by
    /// every camera but chooses nothing, so it gives `nil` too: ask `supports(_:)` for support.
    func formatIndex(for preset: AVCaptureSession.Preset) -> Int? {
        if let size = Self.fixedSizes[preset] {
            return best(formats.indices.filter { formats[$0].dimensions == size })
        }
        switch preset {
        case .photo: return photoIndex
        case .high: return highIndex
        case .medium: return nearest(to: CaptureDimensions(width: 480, height: 360))
        case .low: return nearest(to: CaptureDimensions(width: 192, height: 144))
        default: return nil
        }
    }

    /// Whether the camera can be used with a preset.
    func supports(_ preset: AVCaptureSession.Preset) -> Bool {
        preset == .inputPriority || formatIndex(for: preset) != nil
    }

    private static let fixedSizes: [AVCaptureSession.Preset: CaptureDimensions] = [
        .cif352x288: CaptureDimensions(width: 352, height: 288),
        .vga640x480: CaptureDimensions(width: 640, height: 480),
        .iFrame960x540: CaptureDimensions(width: 960, height: 540),
        .iFrame1280x720: CaptureDimensions(width: 1280, height: 720),
        .hd1280x720: CaptureDimensions(width: 1280, height: 720),
        .hd1920x1080: CaptureDimensions(width: 1920, height: 1080),
        .hd4K3840x2160: CaptureDimensions(width: 3840, height: 2160),
    ]

    private var photoIndex: Int? {
        let marked = formats.indices.filter { formats[$0].traits.isPhotoFormat }
        return best(marked) ?? best(largest(of: Array(formats.indices)))
    }

    private var highIndex: Int? {
        let fullHD = CaptureDimensions(width: 1920, height: 1080)
        let fitting = formats.indices.filter {
            formats[$0].dimensions.width <= fullHD.width && formats[$0].dimensions.height <= fullHD.height
        }
        let smooth = fitting.filter { highestRate($0) >= 29 }
        if !smooth.isEmpty { return best(largest(of: smooth)) }
        let fastest = fitting.map(highestRate).max() ?? 0
        return best(largest(of: fitting.filter { highestRate($0) >= fastest })) ?? best(Array(formats.indices))
    }

    private func nearest(to size: CaptureDimensions) -> Int? {
        let distance = { (index: Int) in abs(formats[index].dimensions.area - size.area) }
        guard let least = formats.indices.map(distance).min() else { return nil }
        return best(formats.indices.filter { distance($0) == least })
    }

    private func largest(of candidates: [Int]) -> [Int] {
        let area = candidates.map { formats[$0].dimensions.area }.max() ?? 0
        return candidates.filter { formats[$0].dimensions.area == area }
    }

    /// Among formats of the same size: one that reaches 30 frames per second, unbinned, video range first (the session's
    /// usual pixel format), with the least headroom above 30; the driver's order decides the rest.
    private func best(_ candidates: [Int]) -> Int? {
        candidates.min { a, b in rank(a).lexicographicallyPrecedes(rank(b)) }
    }

    private func rank(_ index: Int) -> [Int] {
        let format = formats[index]
        let rate = highestRate(index)
        return [
            rate >= 29 ? 0 : 1 + Int(30 - rate),
            format.traits.isBinned ? 1 : 0,
            format.mediaSubType == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange ? 0 : 1,
            Int(rate),
            index,
        ]
    }

    private func highestRate(_ index: Int) -> Double {
        formats[index].frameDurations.map { 1 / max(CMTimeGetSeconds($0.shortest), 1e-6) }.max() ?? 0
    }
}
