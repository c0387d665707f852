import CoreVideo
import Foundation
import FoundationExtras

/// Memory whose last byte lies right before a page that nobody may touch, like a driver's mapped buffer at its worst.
final class GuardedMemory {
    let base: UnsafeMutableRawPointer
    private let mapping: UnsafeMutableRawPointer
    private let mappedBytes: Int

    init(byteCount: Int) throws {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let usable = (byteCount + page - 1) / page * page
        mappedBytes = usable + page
        let mapped = mmap(nil, mappedBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let mapped, mapped != MAP_FAILED, mprotect(mapped + usable, page, PROT_NONE) == 0 else {
            throw SupportError("mmap: \(errno)")
        }
        mapping = mapped
        base = mapped + usable - byteCount
    }

    deinit {
        munmap(mapping, mappedBytes)
    }

    /// A copy of a buffer's pixels without any padding, each plane up against a forbidden page. The planes must be kept
    /// alive as long as the copy.
    static func copy(
        of buffer: CVPixelBuffer,
        _ format: ReferenceFormat,
        rowBytes: [Int]
    ) throws -> (buffer: CVPixelBuffer, planes: [GuardedMemory]) {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let isPlanar = CVPixelBufferIsPlanar(buffer)
        var planes: [GuardedMemory] = []
        for (index, bytes) in rowBytes.enumerated() {
            let rows = isPlanar ? CVPixelBufferGetHeightOfPlane(buffer, index) : CVPixelBufferGetHeight(buffer)
            let source =
                isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, index) : CVPixelBufferGetBaseAddress(buffer)
            let stride =
                isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, index) : CVPixelBufferGetBytesPerRow(buffer)
            let memory = try GuardedMemory(byteCount: bytes * rows)
            for row in 0..<rows { memcpy(memory.base + row * bytes, source! + row * stride, bytes) }
            planes.append(memory)
        }
        var copy: CVPixelBuffer?
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        if isPlanar {
            var bases = planes.map { UnsafeMutableRawPointer?($0.base) }
            var widths = planes.indices.map { CVPixelBufferGetWidthOfPlane(buffer, $0) }
            var heights = planes.indices.map { CVPixelBufferGetHeightOfPlane(buffer, $0) }
            var strides = rowBytes
            CVPixelBufferCreateWithPlanarBytes(
                kCFAllocatorDefault,
                width,
                height,
                format.type,
                nil,
                0,
                planes.count,
                &bases,
                &widths,
                &heights,
                &strides,
                nil,
                nil,
                nil,
                &copy
            )
        } else {
            CVPixelBufferCreateWithBytes(
                kCFAllocatorDefault,
                width,
                height,
                format.type,
                planes[0].base,
                rowBytes[0],
                nil,
                nil,
                nil,
                &copy
            )
        }
        guard let copy else { throw SupportError("no buffer over \(planes.count) planes") }
        CVBufferPropagateAttachments(buffer, copy)
        return (copy, planes)
    }
}
