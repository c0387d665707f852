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
