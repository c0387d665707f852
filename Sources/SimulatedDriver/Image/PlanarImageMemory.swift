import CLibYUV
import Foundation
import FoundationExtras

/// A plane of bytes that this object owns; 64-byte aligned rows.
///
/// `@unchecked Sendable`: the memory is written by one thread while the picture is made and only read afterwards, or it
/// belongs to one stream, whose deliveries are serialised.
final class PlanarImageMemory: @unchecked Sendable {
    /// Bytes used in a row.
    let rowBytes: Int
    /// Bytes from one row to the next.
    let stride: Int
    /// Rows.
    let rows: Int
    /// The first byte.
    let base: UnsafeMutablePointer<UInt8>

    private static let alignment = 64
    private let byteCount: Int

    /// Reserves memory, filled with zeros. Stops the program when there is none.
    init(rowBytes: Int, rows: Int) {
        self.rowBytes = rowBytes
        self.rows = rows
        stride = (rowBytes + 63) & ~63
        byteCount = max(stride * rows, Self.alignment)
        guard let memory = FrameAllocator.allocate(byteCount: byteCount, alignment: Self.alignment) else {
            fatalError("no memory for a picture of \(byteCount) bytes")
        }
        memset(memory, 0, byteCount)
        base = memory.bindMemory(to: UInt8.self, capacity: byteCount)
    }

    deinit {
        FrameAllocator.deallocate(base, byteCount: byteCount, alignment: Self.alignment)
    }
}

/// A view of a picture with a luma plane and a plane of interleaved chroma at half size; owns nothing.
struct PlanarImageView {
    /// Luma.
    var luma: UnsafeMutablePointer<UInt8>
    /// Bytes from one luma row to the next.
    var lumaStride: Int
    /// Interleaved Cb and Cr.
    var chroma: UnsafeMutablePointer<UInt8>
    /// Bytes from one chroma row to the next.
    var chromaStride: Int
    /// Pixels in a luma row; even.
    var width: Int
    /// Luma rows; even.
    var height: Int

    /// Chroma samples in a row.
    var chromaWidth: Int { width / 2 }
    /// Chroma rows.
    var chromaHeight: Int { height / 2 }

    /// Fills it with a gray.
    func fill(luma value: UInt8) {
        SetPlane(luma, Int32(lumaStride), Int32(width), Int32(height), UInt32(value))
        SetPlane(chroma, Int32(chromaStride), Int32(width), Int32(chromaHeight), 128)
    }
}

/// A picture that owns its planes.
final class PlanarImage: Sendable {
    /// Pixels in a row; even.
    let width: Int
    /// Rows; even.
    let height: Int
    /// Luma.
    let luma: PlanarImageMemory
    /// Interleaved chroma.
    let chroma: PlanarImageMemory

    /// Reserves a picture; odd sizes are rounded up.
    init(width: Int, height: Int) {
        self.width = (width + 1) & ~1
        self.height = (height + 1) & ~1
        luma = PlanarImageMemory(rowBytes: self.width, rows: self.height)
        chroma = PlanarImageMemory(rowBytes: self.width, rows: self.height / 2)
    }

    /// A view of the planes, valid as long as this object.
    var view: PlanarImageView {
        PlanarImageView(
            luma: luma.base,
            lumaStride: luma.stride,
            chroma: chroma.base,
            chromaStride: chroma.stride,
            width: width,
            height: height
        )
    }

    /// Copies the picture into another of the same size.
    ///
    /// - Parameter rows: how many rows from the top on, an even number; all when left out.
    func copy(into target: PlanarImageView, rows: Int? = nil) {
        NV12Copy(
            luma.base,
            Int32(luma.stride),
            chroma.base,
            Int32(chroma.stride),
            target.luma,
            Int32(target.lumaStride),
            target.chroma,
            Int32(target.chromaStride),
            Int32(width),
            Int32(rows ?? height)
        )
    }
}
