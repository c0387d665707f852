import FoundationExtras

// Swift counts references itself; on Apple's platforms these functions are unavailable too.

/// Unavailable: Swift keeps the buffer as long as it is used.
@available(*, unavailable, message: "Core Foundation objects are automatically memory managed")
@discardableResult
public func CVBufferRetain(_ buffer: CVBuffer?) -> CVBuffer? { buffer }

/// Unavailable: Swift lets the buffer go when it is no longer used.
@available(*, unavailable, message: "Core Foundation objects are automatically memory managed")
public func CVBufferRelease(_ buffer: CVBuffer?) {}

/// Unavailable: Swift keeps the buffer as long as it is used.
@available(*, unavailable, message: "Core Foundation objects are automatically memory managed")
@discardableResult
public func CVPixelBufferRetain(_ texture: CVPixelBuffer?) -> CVPixelBuffer? { texture }

/// Unavailable: Swift lets the buffer go when it is no longer used.
@available(*, unavailable, message: "Core Foundation objects are automatically memory managed")
public func CVPixelBufferRelease(_ texture: CVPixelBuffer?) {}

/// Unavailable: Swift keeps the pool as long as it is used.
@available(*, unavailable, message: "Core Foundation objects are automatically memory managed")
@discardableResult
public func CVPixelBufferPoolRetain(_ pixelBufferPool: CVPixelBufferPool?) -> CVPixelBufferPool? { pixelBufferPool }

/// Unavailable: Swift lets the pool go when it is no longer used.
@available(*, unavailable, message: "Core Foundation objects are automatically memory managed")
public func CVPixelBufferPoolRelease(_ pixelBufferPool: CVPixelBufferPool?) {}
