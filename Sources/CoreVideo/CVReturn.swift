/// The result of a Core Video call: ``kCVReturnSuccess`` or a negative error code.
public typealias CVReturn = Int32
/// A set of option bits.
public typealias CVOptionFlags = UInt64

/// The call did what it was asked to do.
@inlinable
public var kCVReturnSuccess: CVReturn { 0 }
/// The first of Core Video's error codes.
@inlinable
public var kCVReturnFirst: CVReturn { -6660 }
/// An error of no particular kind.
@inlinable
public var kCVReturnError: CVReturn { kCVReturnFirst }
/// An argument is not allowed.
@inlinable
public var kCVReturnInvalidArgument: CVReturn { -6661 }
/// Memory could not be had.
@inlinable
public var kCVReturnAllocationFailed: CVReturn { -6662 }
/// The call is not supported for this buffer.
@inlinable
public var kCVReturnUnsupported: CVReturn { -6663 }
/// The display does not exist.
@inlinable
public var kCVReturnInvalidDisplay: CVReturn { -6670 }
/// The display link is running already.
@inlinable
public var kCVReturnDisplayLinkAlreadyRunning: CVReturn { -6671 }
/// The display link is not running.
@inlinable
public var kCVReturnDisplayLinkNotRunning: CVReturn { -6672 }
/// The display link has no output callback.
@inlinable
public var kCVReturnDisplayLinkCallbacksNotSet: CVReturn { -6673 }
/// The pixel format is unknown or has no memory layout here.
@inlinable
public var kCVReturnInvalidPixelFormat: CVReturn { -6680 }
/// The size is not allowed for a buffer of this format.
@inlinable
public var kCVReturnInvalidSize: CVReturn { -6681 }
/// The attributes cannot be satisfied together, or a value has the wrong type.
@inlinable
public var kCVReturnInvalidPixelBufferAttributes: CVReturn { -6682 }
/// The buffer cannot be used with OpenGL.
@inlinable
public var kCVReturnPixelBufferNotOpenGLCompatible: CVReturn { -6683 }
/// The buffer cannot be used with Metal.
@inlinable
public var kCVReturnPixelBufferNotMetalCompatible: CVReturn { -6684 }
/// The pool holds as many buffers as the allocation threshold allows, and all are in use.
@inlinable
public var kCVReturnWouldExceedAllocationThreshold: CVReturn { -6689 }
/// A pool could not allocate.
@inlinable
public var kCVReturnPoolAllocationFailed: CVReturn { -6690 }
/// A pool's attributes have the wrong type or are not allowed.
@inlinable
public var kCVReturnInvalidPoolAttributes: CVReturn { -6691 }
/// The call may succeed if it is repeated.
@inlinable
public var kCVReturnRetry: CVReturn { -6692 }
/// The last of Core Video's error codes.
@inlinable
public var kCVReturnLast: CVReturn { -6699 }
