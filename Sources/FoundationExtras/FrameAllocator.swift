import Foundation

/// Memory for pictures. Large pieces come straight from the kernel, and go straight back.
///
/// The C library's heap is no place for them: before glibc 2.38 aligned blocks that were freed are often not used again,
/// so that every stream that was stopped and started left megabytes behind.
package enum FrameAllocator {
    /// Pieces of at least this size are mapped; smaller ones are not worth whole pages.
    private static let mapped = 128 * 1024
    private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

    /// Reserves memory, with any content.
    ///
    /// - Parameters:
    ///   - byteCount: how much.
    ///   - alignment: a power of two, at least a pointer's size.
    /// - Returns: `nil` when there is none.
    package static func allocate(byteCount: Int, alignment: Int) -> UnsafeMutableRawPointer? {
        guard isMapped(byteCount, alignment) else {
            var pointer: UnsafeMutableRawPointer?
            return posix_memalign(&pointer, alignment, byteCount) == 0 ? pointer : nil
        }
        let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let memory, memory != MAP_FAILED else { return nil }
        // Touching a picture for the first time takes milliseconds page by page. Advice only: no harm if it is not followed.
        madvise(memory, byteCount, MADV_HUGEPAGE)
        return memory
    }

    /// Gives memory back.
    ///
    /// - Parameters:
    ///   - pointer: what `allocate` returned.
    ///   - byteCount: as it was said then.
    ///   - alignment: as it was said then.
    package static func deallocate(_ pointer: UnsafeMutableRawPointer, byteCount: Int, alignment: Int) {
        if isMapped(byteCount, alignment) {
            munmap(pointer, byteCount)
        } else {
            free(pointer)
        }
    }

    private static func isMapped(_ byteCount: Int, _ alignment: Int) -> Bool {
        byteCount >= mapped && alignment <= pageSize
    }
}

// Apple's C library says nothing about null of these, so that Swift imports their addresses as `UnsafeMutableRawPointer!`, and code
// passes what `CVPixelBufferGetBaseAddress(_:)` gives as it is. Glibc says "not null". Where both fit, Glibc's are taken.

/// Copies bytes between places that do not overlap. An address may be missing only where nothing is to be copied.
@_disfavoredOverload
@discardableResult
public func memcpy(_ dst: UnsafeMutableRawPointer?, _ src: UnsafeRawPointer?, _ n: Int) -> UnsafeMutableRawPointer! {
    guard let dst, let src else { return missingAddress("memcpy", n, dst) }
    return Foundation.memcpy(dst, src, n)
}

/// Copies bytes between places that may overlap. An address may be missing only where nothing is to be copied.
@_disfavoredOverload
@discardableResult
public func memmove(_ dst: UnsafeMutableRawPointer?, _ src: UnsafeRawPointer?, _ n: Int) -> UnsafeMutableRawPointer! {
    guard let dst, let src else { return missingAddress("memmove", n, dst) }
    return Foundation.memmove(dst, src, n)
}

/// Fills bytes with a value. The address may be missing only where nothing is to be filled.
@_disfavoredOverload
@discardableResult
public func memset(_ b: UnsafeMutableRawPointer?, _ c: Int32, _ len: Int) -> UnsafeMutableRawPointer! {
    guard let b else { return missingAddress("memset", len, b) }
    return Foundation.memset(b, c, len)
}

/// The program would crash on Apple's platforms.
private func missingAddress(
    _ name: String,
    _ count: Int,
    _ destination: UnsafeMutableRawPointer?
) -> UnsafeMutableRawPointer? {
    precondition(count == 0, "\(name) of \(count) bytes without an address")
    return destination
}
