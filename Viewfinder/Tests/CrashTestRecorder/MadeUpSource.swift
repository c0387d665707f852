@_spi(Pinhole) import CoreMedia
import CoreVideo
import Foundation
import FoundationExtras
import MovieValidators

/// Pictures with something that moves and noise that costs bits, and a tone.
struct MadeUpSource {
    static let audioFormat = Tone.format

    private let pool: CVPixelBufferPool

    init(width: Int, height: Int) {
        let attributes: [CFString: Any] = [
            kCVPixelBufferWidthKey: width,
            kCVPixelBufferHeightKey: height,
            kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        ]
        var pool: CVPixelBufferPool?
        CVPixelBufferPoolCreate(nil, nil, attributes as CFDictionary, &pool)
        // Only a size or format that does not exist is refused.
        self.pool = pool.unsafelyUnwrapped
    }

    /// A picture.
    func picture(_ number: Int) -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferPoolCreatePixelBuffer(nil, pool, &made)
        // The pool has no limit.
        let buffer = made.unsafelyUnwrapped
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        var noise = UInt32(truncatingIfNeeded: number) &* 2_654_435_761
        for plane in 0..<2 {
            guard let base = CVPixelBufferGetBaseAddressOfPlane(buffer, plane) else { continue }
            let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
            let width = CVPixelBufferGetWidthOfPlane(buffer, plane) * (plane + 1)
            for y in 0..<CVPixelBufferGetHeightOfPlane(buffer, plane) {
                let row = base.advanced(by: y * stride).assumingMemoryBound(to: UInt8.self)
                for x in 0..<width {
                    noise = noise &* 1_664_525 &+ 1_013_904_223
                    let shade = plane == 0 ? 60 + (x + number * 2) % 120 : 128
                    row[x] = UInt8(truncatingIfNeeded: shade + Int(noise >> 29))
                }
            }
        }
        return buffer
    }

    /// A piece of a tone.
    func sound(from frame: Int, count: Int) -> CMBlockBuffer {
        let samples = NSMutableData(length: count * 2)
        guard let samples else { preconditionFailure("no memory") }
        let values = samples.mutableBytes.assumingMemoryBound(to: Int16.self)
        for index in 0..<count {
            values[index] = Int16(8000 * sin(Double(frame + index) / 48_000 * 2 * .pi * 440))
        }
        return CMBlockBuffer(memory: samples.mutableBytes, length: count * 2, owner: samples)
    }
}
