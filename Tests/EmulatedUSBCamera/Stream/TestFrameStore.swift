import CoreVideo
import Foundation
import ImageProcessing
import Synchronization

/// The frames in every mode, painted and compressed when first asked for and then kept by the process.
enum TestFrameStore {
    private static let frames = Mutex<[VideoMode: [[UInt8]]]>([:])

    /// The bytes of a frame in a mode.
    static func frame(_ mode: VideoMode, _ number: Int) -> [UInt8] {
        frames.withLock { frames in
            if let known = frames[mode] { return known[number] }
            let made = (0..<EmulatedFrame.count).map { make(mode, $0) }
            frames[mode] = made
            return made[number]
        }
    }

    private static func make(_ mode: VideoMode, _ number: Int) -> [UInt8] {
        let pixels = paint(width: mode.width, height: mode.height, number)
        switch mode.format {
        case .yuyv: return pixels
        case .motionJPEG: return compress(pixels, mode)
        }
    }

    /// Paints in YUYV. Rows are repeated, since painting pixel by pixel takes seconds on an emulated processor.
    private static func paint(width: Int, height: Int, _ number: Int) -> [UInt8] {
        let plain = row(width, number, grain: nil)
        let grained = (1...16).map { row(width, number, grain: UInt32($0)) }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 2)
        for y in 0..<height { pixels += y < height * 3 / 4 ? plain : grained[y % grained.count] }
        return pixels
    }

    private static func row(_ width: Int, _ number: Int, grain seed: UInt32?) -> [UInt8] {
        var noise = seed ?? 0
        return (0..<width).flatMap { x -> [UInt8] in
            let isBright = x * EmulatedFrame.count / width == number
            noise = noise &* 1_664_525 &+ 1_013_904_223
            let grain = seed == nil ? 0 : UInt8(noise >> 16 % EmulatedFrame.grain)
            let luma = (isBright ? EmulatedFrame.bright : EmulatedFrame.dark) + grain
            return [luma, x.isMultiple(of: 2) ? EmulatedFrame.blue : EmulatedFrame.red]
        }
    }

    private static func compress(_ pixels: [UInt8], _ mode: VideoMode) -> [UInt8] {
        var pixels = pixels
        let data = pixels.withUnsafeMutableBytes { bytes -> Data? in
            var buffer: CVPixelBuffer?
            // Full range: the JPEG's samples are the painted ones.
            CVPixelBufferCreateWithBytes(
                nil,
                mode.width,
                mode.height,
                kCVPixelFormatType_422YpCbCr8FullRange,
                bytes.baseAddress!,
                mode.width * 2,
                nil,
                nil,
                nil,
                &buffer
            )
            guard let buffer, let encoder = try? JPEGEncoder() else { return nil }
            CVBufferSetAttachment(
                buffer,
                kCVImageBufferYCbCrMatrixKey,
                kCVImageBufferYCbCrMatrix_ITU_R_601_4,
                .shouldPropagate
            )
            return try? encoder.encode(buffer)
        }
        guard let data else { preconditionFailure("TurboJPEG cannot compress the emulated camera's picture.") }
        return [UInt8](data)
    }
}
