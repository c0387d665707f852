import FoundationExtras

// Attributes of pools and of creation from pools.
//
// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// Pool attribute: the number of buffers below which ageing does not shrink the pool.
nonisolated(unsafe) public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// Pool attribute: seconds after which an unused buffer is freed; 1 if not given, 0 for never.
nonisolated(unsafe) public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"
/// Auxiliary attribute: creation fails with `kCVReturnWouldExceedAllocationThreshold` rather than let the pool hold
/// more buffers than this.
nonisolated(unsafe) public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPoolAllocationThreshold"
/// Unavailable: a buffer comes back to its pool without a sound, and the pool finds it at the next creation. After
/// `kCVReturnWouldExceedAllocationThreshold` drop the frame, or try again with the next one.
@available(*, unavailable, message: "a pool finds returned buffers at the next creation and does not announce them")
nonisolated(unsafe) public let kCVPixelBufferPoolFreeBufferNotification: CFString = "FreeBuffer"
