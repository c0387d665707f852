import Foundation

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
