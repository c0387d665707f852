import FoundationExtras

/// Who owns the memory behind a pixel buffer, and how it is given back.
enum PixelMemory {
    /// Allocated by this module.
    case allocated(UnsafeMutableRawPointer)
    /// A client's single block, given back through its callback.
    case bytes(CVPixelBufferReleaseBytesCallback?, refCon: UnsafeMutableRawPointer?)
    /// A client's planes, given back through its callback.
    case planarBytes(PlanarBytesRelease)
    /// Memory that lives as long as a Swift object, for instance a driver's mapping.
    case object(AnyObject)

    /// Gives the memory back. Called exactly once, by the buffer's `deinit`, on whichever thread drops the buffer.
    func release(layout: PixelLayout, baseAddress: UnsafeMutableRawPointer) {
        switch self {
        case .allocated(let pointer):
            FrameAllocator.deallocate(pointer, byteCount: layout.dataSize, alignment: layout.alignment)
        case .bytes(let callback, let refCon):
            callback?(refCon, UnsafeRawPointer(baseAddress))
        case .planarBytes(let release):
            release.call(layout: layout, baseAddress: baseAddress)
        case .object:
            break
        }
    }
}

/// What `CVPixelBufferCreateWithPlanarBytes` was told about giving planes back.
struct PlanarBytesRelease {
    let callback: CVPixelBufferReleasePlanarBytesCallback?
    let refCon: UnsafeMutableRawPointer?
    let dataPointer: UnsafeMutableRawPointer?
    let dataSize: Int

    func call(layout: PixelLayout, baseAddress: UnsafeMutableRawPointer) {
        guard let callback else { return }
        var planes = layout.planes.map { UnsafeRawPointer(baseAddress + $0.offset) as UnsafeRawPointer? }
        planes.withUnsafeMutableBufferPointer { planes in
            callback(refCon, dataPointer, dataSize, planes.count, planes.baseAddress)
        }
    }
}
