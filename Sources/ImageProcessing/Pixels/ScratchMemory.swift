import FoundationExtras

/// Memory for an image between two steps. It grows to the largest image it was asked for and stays.
///
/// Not thread-safe: its owner uses one image at a time.
final class ScratchMemory {
    /// Rows begin at cache lines: libyuv is fastest then, and rows may be rounded up to whole vectors.
    static let alignment = 64

    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit {
        release()
    }

    private func release() {
        guard let base = memory.baseAddress else { return }
        FrameAllocator.deallocate(base, byteCount: memory.count, alignment: Self.alignment)
    }

    /// A view of uninitialised memory, valid until the next call.
    func view(_ arrangement: PixelArrangement, width: Int, height: Int) -> PixelView {
        let count = arrangement.planeCount
        func stride(_ plane: Int) -> Int {
            let bytes = arrangement.rowBytes(plane: plane, width: width)
            return (bytes + Self.alignment - 1) / Self.alignment * Self.alignment
        }
        // One row more than needed: encoders of blocks read rows rounded up to an even number.
        func size(_ plane: Int) -> Int {
            plane < count ? stride(plane) * (arrangement.rows(plane: plane, height: height) + 1) : 0
        }
        let base = reserve(size(0) + size(1) + size(2))
        func plane(_ index: Int, offset: Int) -> PixelPlane {
            PixelPlane(base: base + offset, stride: Int32(stride(index)))
        }
        return PixelView(
            arrangement,
            width: width,
            height: height,
            plane(0, offset: 0),
            count > 1 ? plane(1, offset: size(0)) : nil,
            count > 2 ? plane(2, offset: size(0) + size(1)) : nil
        )
    }

    private func reserve(_ bytes: Int) -> UnsafeMutablePointer<UInt8> {
        if memory.count < bytes {
            release()
            guard let base = FrameAllocator.allocate(byteCount: bytes, alignment: Self.alignment) else {
                fatalError("no memory for an image of \(bytes) bytes")
            }
            memory = UnsafeMutableRawBufferPointer(start: base, count: bytes)
        }
        return memory.baseAddress!.assumingMemoryBound(to: UInt8.self)
    }
}
