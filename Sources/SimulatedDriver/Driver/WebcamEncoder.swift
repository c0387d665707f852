import CLibYUV
import CTurboJPEG
import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras

/// Chroma in two planes, as TurboJPEG and packed formats want it; belongs to one stream.
final class SeparatedChroma {
    let blue: PictureMemory
    let red: PictureMemory

    init(_ size: CaptureDimensions) {
        blue = PictureMemory(rowBytes: Int(size.width + 1) / 2, rows: Int(size.height + 1) / 2)
        red = PictureMemory(rowBytes: Int(size.width + 1) / 2, rows: Int(size.height + 1) / 2)
    }

    /// Takes over a picture's chroma.
    func split(_ picture: PlanarPicture) {
        SplitUVPlane(
            picture.chroma,
            Int32(picture.chromaStride),
            blue.base,
            Int32(blue.stride),
            red.base,
            Int32(red.stride),
            Int32(picture.chromaWidth),
            Int32(picture.chromaHeight)
        )
    }

    /// Writes a picture as packed 4:2:2: Y, Cb, Y, Cr.
    func pack(_ picture: PlanarPicture, into target: UnsafeMutablePointer<UInt8>, stride: Int) {
        split(picture)
        I420ToYUY2(
            picture.luma,
            Int32(picture.lumaStride),
            blue.base,
            Int32(blue.stride),
            red.base,
            Int32(red.stride),
            target,
            Int32(stride),
            Int32(picture.width),
            Int32(picture.height)
        )
    }
}

/// The JPEG encoder inside of a simulated webcam; belongs to one stream.
final class WebcamEncoder {
    private let quality: Int32
    private let handle: tjhandle
    private let chroma: SeparatedChroma
    private let output: UnsafeMutableBufferPointer<UInt8>

    init(_ size: CaptureDimensions, quality: Int32 = 85) throws {
        guard let handle = tjInitCompress() else {
            throw SceneError(path: "\(size)", reason: "TurboJPEG does not start; memory is short")
        }
        self.handle = handle
        self.quality = quality
        chroma = SeparatedChroma(size)
        let capacity = tjBufSize(size.width, size.height, Int32(TJSAMP_420.rawValue))
        output = .allocate(capacity: Int(capacity))
    }

    deinit {
        tjDestroy(handle)
        output.deallocate()
    }

    /// Compresses a full-range picture, and damages it if a fault says so; `nil` when memory is short.
    func encode(_ picture: PlanarPicture, _ damage: FramePlan.Damage) -> CMBlockBuffer? {
        chroma.split(picture)
        var planes: [3 of UnsafePointer<UInt8>?] = [
            UnsafePointer(picture.luma), UnsafePointer(chroma.blue.base), UnsafePointer(chroma.red.base),
        ]
        let strides: [3 of Int32] = [Int32(picture.lumaStride), Int32(chroma.blue.stride), Int32(chroma.red.stride)]
        var start = output.baseAddress
        var size = UInt(output.count)
        var planeSpan = planes.mutableSpan
        let code = planeSpan.withUnsafeMutableBufferPointer { planes in
            strides.span.withUnsafeBufferPointer { strides in
                tjCompressFromYUVPlanes(
                    handle,
                    planes.baseAddress,
                    Int32(picture.width),
                    strides.baseAddress,
                    Int32(picture.height),
                    Int32(TJSAMP_420.rawValue),
                    &start,
                    &size,
                    quality,
                    TJFLAG_NOREALLOC | TJFLAG_FASTDCT
                )
            }
        }
        guard code == 0 else { return nil }
        self.damage(Int(size), damage)
        return block(length: Int(size))
    }

    /// Damages the output's bytes.
    private func damage(_ length: Int, _ damage: FramePlan.Damage) {
        switch damage {
        case .none: return
        case .corrupt(let seed):
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<64 {
                // The headers end well before a quarter of the picture; what follows is entropy-coded.
                let place = length / 4 + Int(generator.next() % UInt64(max(1, length / 2)))
                output[place] = UInt8(truncatingIfNeeded: generator.next())
            }
        }
    }

    private func block(length: Int) -> CMBlockBuffer? {
        guard let memory = malloc(length), let source = output.baseAddress else { return nil }
        memcpy(memory, source, length)
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
}
