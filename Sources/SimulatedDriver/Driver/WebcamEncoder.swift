@preconcurrency import CoreMedia
import CoreVideo
import Foundation
import FoundationExtras
import ImageProcessing
import SeededRandom

/// The JPEG encoder inside of a simulated webcam; belongs to one stream.
final class WebcamEncoder {
    private let encoder: JPEGEncoder
    private let options: JPEGEncodingOptions

    init(quality: Int = 85) throws(JPEGError) {
        encoder = try JPEGEncoder()
        options = JPEGEncodingOptions(quality: quality)
    }

    /// Compresses a picture, and damages it if a fault says so; `nil` when memory is short.
    func encode(_ buffer: CVPixelBuffer, _ damage: FramePlan.Damage) -> CMBlockBuffer? {
        let block = try? encoder.withEncodedBytes(of: buffer, options: options) { Self.copy($0, damage) }
        return block ?? nil
    }

    private static func copy(_ bytes: UnsafeRawBufferPointer, _ damage: FramePlan.Damage) -> CMBlockBuffer? {
        let length = bytes.count
        guard let source = bytes.baseAddress, let memory = malloc(length) else { return nil }
        memcpy(memory, source, length)
        if case .corrupt(let seed) = damage {
            corrupt(UnsafeMutableRawBufferPointer(start: memory, count: length), seed)
        }
        var block: CMBlockBuffer?
        CMBlockBufferCreateWithMemoryBlock(
            allocator: kCFAllocatorDefault,
            memoryBlock: memory,
            blockLength: length,
            blockAllocator: kCFAllocatorDefault,
            customBlockSource: nil,
            offsetToData: 0,
            dataLength: length,
            flags: 0,
            blockBufferOut: &block
        )
        if block == nil { free(memory) }
        return block
    }

    /// Spoils three quarters of the picture. The headers end well before that; what follows is entropy-coded.
    private static func corrupt(_ bytes: UnsafeMutableRawBufferPointer, _ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let start = bytes.count / 4
        for _ in 0..<64 {
            let place = start + Int(generator.next() % UInt64(max(1, bytes.count / 2)))
            bytes[place] = UInt8(truncatingIfNeeded: generator.next())
        }
        // Other codes may decode to another picture that no decoder objects to. An end before the end is damage to all.
        bytes.storeBytes(of: 0xFF, toByteOffset: start, as: UInt8.self)
        bytes.storeBytes(of: 0xD9, toByteOffset: start + 1, as: UInt8.self)
    }
}
