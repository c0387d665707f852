import CTurboJPEG
import CaptureDriver
@preconcurrency import CoreMedia
@preconcurrency import CoreVideo
import Synchronization
import Testing

@testable import SimulatedDriver

/// Keeps the newest picture.
final class LastFrame: CaptureStreamSink {
    private let last = Mutex<CVPixelBuffer?>(nil)

    var buffer: CVPixelBuffer? { last.withLock { $0 } }

    func capture(_ frame: CaptureFrame) {
        guard case .image(let buffer) = frame.content else { return }
        last.withLock { $0 = buffer }
    }

    func captureDropped(_ drop: CaptureDrop) {}
    func captureEvent(_ event: CaptureStreamEvent) {}
}

/// Hands frames on.
final class ForwardingSink: CaptureStreamSink {
    private let forward: @Sendable (CaptureFrame) -> Void

    init(_ forward: @escaping @Sendable (CaptureFrame) -> Void) { self.forward = forward }

    func capture(_ frame: CaptureFrame) { forward(frame) }
    func captureDropped(_ drop: CaptureDrop) {}
    func captureEvent(_ event: CaptureStreamEvent) {}
}

/// The luma of a JPEG picture, decoded by TurboJPEG, which fails on damaged pictures.
struct DecodedLuma {
    var width: Int
    var height: Int
    var samples: [UInt8]

    struct Damaged: Error {}

    init(jpeg: [UInt8]) throws {
        guard let handle = tjInitDecompress() else { throw Damaged() }
        defer { tjDestroy(handle) }
        var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard tjDecompressHeader3(handle, jpeg, UInt(jpeg.count), &width, &height, &sampling, &space) == 0 else {
            throw Damaged()
        }
        var samples = [UInt8](repeating: 0, count: Int(width * height))
        guard
            tjDecompress2(
                handle,
                jpeg,
                UInt(jpeg.count),
                &samples,
                width,
                0,
                height,
                Int32(TJPF_GRAY.rawValue),
                TJFLAG_STOPONWARNING
            ) == 0
        else { throw Damaged() }
        (self.width, self.height, self.samples) = (Int(width), Int(height), samples)
    }

    func reader<Result>(_ body: (TimecodeReader) -> Result) -> Result {
        samples.withUnsafeBufferPointer { samples in
            // The array isn't empty: JPEG pictures have at least one pixel.
            body(TimecodeReader(luma: samples.baseAddress!, width: width, height: height, rowStride: width))
        }
    }
}

extension PlanarImage {
    struct NoBuffer: Error {}

    /// The picture as a buffer of BT.601 pixels, such as webcams compress.
    func pixelBuffer() throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(
            kCFAllocatorDefault,
            width,
            height,
            kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            nil,
            &made
        )
        guard let made else { throw NoBuffer() }
        CVBufferSetAttachment(
            made,
            kCVImageBufferYCbCrMatrixKey,
            kCVImageBufferYCbCrMatrix_ITU_R_601_4,
            .shouldPropagate
        )
        CVPixelBufferLockBaseAddress(made, [])
        defer { CVPixelBufferUnlockBaseAddress(made, []) }
        guard let target = PlanarImageView(made) else { throw NoBuffer() }
        copy(into: target)
        return made
    }
}
