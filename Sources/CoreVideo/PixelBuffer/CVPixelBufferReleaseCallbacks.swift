/// Gives a client's memory back: called once with the client's reference and the base address, on whichever thread
/// drops the last reference to the buffer.
public typealias CVPixelBufferReleaseBytesCallback =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

/// Gives a client's planes back: called once with the client's reference, the plane descriptor block, its size, the
/// number of planes and their base addresses, on whichever thread drops the last reference to the buffer.
public typealias CVPixelBufferReleasePlanarBytesCallback =
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafeRawPointer?, Int, Int, UnsafeMutablePointer<UnsafeRawPointer?>?
    ) -> Void
