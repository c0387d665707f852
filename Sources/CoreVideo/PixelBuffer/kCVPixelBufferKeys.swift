import FoundationExtras

// Attributes with which pixel buffers are created.
//
// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// The pixel format: a number, or an array of numbers of which the first is preferred.
nonisolated(unsafe) public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The `CFAllocator` to take memory from. Every predefined allocator takes it from the C library.
nonisolated(unsafe) public let kCVPixelBufferMemoryAllocatorKey: CFString = "MemoryAllocator"
/// Width in pixels.
nonisolated(unsafe) public let kCVPixelBufferWidthKey: CFString = "Width"
/// Height in pixels.
nonisolated(unsafe) public let kCVPixelBufferHeightKey: CFString = "Height"
/// Pixels of memory beyond the left edge of the image.
nonisolated(unsafe) public let kCVPixelBufferExtendedPixelsLeftKey: CFString = "ExtendedPixelsLeft"
/// Pixels of memory beyond the top edge of the image.
nonisolated(unsafe) public let kCVPixelBufferExtendedPixelsTopKey: CFString = "ExtendedPixelsTop"
/// Pixels of memory beyond the right edge of the image.
nonisolated(unsafe) public let kCVPixelBufferExtendedPixelsRightKey: CFString = "ExtendedPixelsRight"
/// Pixels of memory beyond the bottom edge of the image.
nonisolated(unsafe) public let kCVPixelBufferExtendedPixelsBottomKey: CFString = "ExtendedPixelsBottom"
/// Every row's length is a multiple of this number of bytes; 64 if not given.
nonisolated(unsafe) public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// Every plane's address is a multiple of this number of bytes; 64 if not given.
nonisolated(unsafe) public let kCVPixelBufferPlaneAlignmentKey: CFString = "PlaneAlignment"
/// Asks for buffers that Core Graphics can draw into. DEVIATION: accepted for source compatibility; Linux has no Core
/// Graphics to be compatible with.
nonisolated(unsafe) public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// Asks for buffers that Core Graphics can read. DEVIATION: accepted for source compatibility; Linux has no Core
/// Graphics to be compatible with.
nonisolated(unsafe) public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// Asks for buffers that OpenGL can use. DEVIATION: accepted for source compatibility; the memory is ordinary memory.
nonisolated(unsafe) public let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"
/// Asks for buffers that OpenGL ES can use. DEVIATION: accepted for source compatibility; the memory is ordinary
/// memory.
nonisolated(unsafe) public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
/// Asks for buffers that Metal can use. DEVIATION: accepted for source compatibility; Linux has no Metal.
nonisolated(unsafe) public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
/// Asks for buffers for OpenGL texture caches. DEVIATION: accepted for source compatibility; Linux has no such cache.
nonisolated(unsafe) public let kCVPixelBufferOpenGLTextureCacheCompatibilityKey: CFString =
    "OpenGLTextureCacheCompatibility"
/// Asks for buffers for OpenGL ES texture caches. DEVIATION: accepted for source compatibility; Linux has no such
/// cache.
nonisolated(unsafe) public let kCVPixelBufferOpenGLESTextureCacheCompatibilityKey: CFString =
    "OpenGLESTextureCacheCompatibility"
/// Asks for memory that other processes can share. DEVIATION: accepted for source compatibility; Linux has no
/// IOSurface, the memory is the process's own and `CVPixelBufferGetIOSurface` is unavailable.
nonisolated(unsafe) public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// See ``kCVPixelBufferIOSurfacePropertiesKey``.
nonisolated(unsafe) public let kCVPixelBufferIOSurfaceOpenGLTextureCompatibilityKey: CFString =
    "IOSurfaceOpenGLTextureCompatibility"
/// See ``kCVPixelBufferIOSurfacePropertiesKey``.
nonisolated(unsafe) public let kCVPixelBufferIOSurfaceOpenGLFBOCompatibilityKey: CFString =
    "IOSurfaceOpenGLFBOCompatibility"
/// See ``kCVPixelBufferIOSurfacePropertiesKey``.
nonisolated(unsafe) public let kCVPixelBufferIOSurfaceCoreAnimationCompatibilityKey: CFString =
    "IOSurfaceCoreAnimationCompatibility"
/// See ``kCVPixelBufferIOSurfacePropertiesKey``.
nonisolated(unsafe) public let kCVPixelBufferIOSurfaceOpenGLESTextureCompatibilityKey: CFString =
    "IOSurfaceOpenGLESTextureCompatibility"
/// See ``kCVPixelBufferIOSurfacePropertiesKey``.
nonisolated(unsafe) public let kCVPixelBufferIOSurfaceOpenGLESFBOCompatibilityKey: CFString =
    "IOSurfaceOpenGLESFBOCompatibility"
/// See ``kCVPixelBufferIOSurfacePropertiesKey``.
nonisolated(unsafe) public let kCVPixelBufferIOSurfacePurgeableKey: CFString = "IOSurfacePurgeable"
/// Attachment of `bp16` buffers: the mosaic's pattern, a number.
nonisolated(unsafe) public let kCVPixelBufferVersatileBayerKey_BayerPattern: CFString = "BayerPattern"
/// Attachment of ProRes RAW buffers: where the colour samples lie.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_SenselSitingOffsets: CFString = "SenselSitingOffsets"
/// Attachment of ProRes RAW buffers: the value of black.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_BlackLevel: CFString = "BlackLevel"
/// Attachment of ProRes RAW buffers: the value of white.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_WhiteLevel: CFString = "WhiteLevel"
/// Attachment of ProRes RAW buffers: the white balance as a colour temperature in kelvin.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_WhiteBalanceCCT: CFString = "WhiteBalanceCCT"
/// Attachment of ProRes RAW buffers: the factor of red.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_WhiteBalanceRedFactor: CFString = "WhiteBalanceRedFactor"
/// Attachment of ProRes RAW buffers: the factor of blue.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_WhiteBalanceBlueFactor: CFString = "WhiteBalanceBlueFactor"
/// Attachment of ProRes RAW buffers: the matrix from the sensor's colours.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_ColorMatrix: CFString = "ColorMatrix"
/// Attachment of ProRes RAW buffers: the gain.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_GainFactor: CFString = "GainFactor"
/// Attachment of ProRes RAW buffers: the edges to leave out.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_RecommendedCrop: CFString = "RecommendedCrop"
/// Attachment of ProRes RAW buffers: further metadata.
nonisolated(unsafe) public let kCVPixelBufferProResRAWKey_MetadataExtension: CFString = "MetadataExtension"
