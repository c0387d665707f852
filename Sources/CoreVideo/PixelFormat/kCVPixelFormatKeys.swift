import FoundationExtras

// Keys of pixel format descriptions.
//
// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// The format's name for people.
nonisolated(unsafe) public let kCVPixelFormatName: CFString = "Name"
/// The format's four-character code, a number.
nonisolated(unsafe) public let kCVPixelFormatConstant: CFString = "PixelFormat"
/// The descriptions of a planar format's planes, an array; packed formats have the keys of a plane themselves.
nonisolated(unsafe) public let kCVPixelFormatPlanes: CFString = "Planes"
/// Width of a block in pixels; 1 if not given.
nonisolated(unsafe) public let kCVPixelFormatBlockWidth: CFString = "BlockWidth"
/// Height of a block in pixels; 1 if not given.
nonisolated(unsafe) public let kCVPixelFormatBlockHeight: CFString = "BlockHeight"
/// Size of a block in bits.
nonisolated(unsafe) public let kCVPixelFormatBitsPerBlock: CFString = "BitsPerBlock"
/// Bits of one component, where all have the same number.
nonisolated(unsafe) public let kCVPixelFormatBitsPerComponent: CFString = "BitsPerComponent"
/// A row holds a multiple of this number of blocks; 1 if not given.
nonisolated(unsafe) public let kCVPixelFormatBlockHorizontalAlignment: CFString = "BlockHorizontalAlignment"
/// The image's width divided by the plane's; 1 if not given.
nonisolated(unsafe) public let kCVPixelFormatHorizontalSubsampling: CFString = "HorizontalSubsampling"
/// The image's height divided by the plane's; 1 if not given.
nonisolated(unsafe) public let kCVPixelFormatVerticalSubsampling: CFString = "VerticalSubsampling"
/// Whether there is an alpha component.
nonisolated(unsafe) public let kCVPixelFormatContainsAlpha: CFString = "ContainsAlpha"
/// Whether the components are red, green and blue.
nonisolated(unsafe) public let kCVPixelFormatContainsRGB: CFString = "ContainsRGB"
/// Whether the components are luma and colour differences.
nonisolated(unsafe) public let kCVPixelFormatContainsYCbCr: CFString = "ContainsYCbCr"
/// Whether the only colour component is grey.
nonisolated(unsafe) public let kCVPixelFormatContainsGrayscale: CFString = "ContainsGrayscale"
/// Whether the components are those of a sensor's mosaic.
nonisolated(unsafe) public let kCVPixelFormatContainsSenselArray: CFString = "ContainsSenselArray"
/// How the numbers use their bits.
nonisolated(unsafe) public let kCVPixelFormatComponentRange: CFString = "ComponentRange"
/// Black and white leave room below and above.
nonisolated(unsafe) public let kCVPixelFormatComponentRange_VideoRange: CFString = "VideoRange"
/// The whole range is used.
nonisolated(unsafe) public let kCVPixelFormatComponentRange_FullRange: CFString = "FullRange"
/// Values beyond black and white are allowed.
nonisolated(unsafe) public let kCVPixelFormatComponentRange_WideRange: CFString = "WideRange"

/// Pattern R G / G B of a `bp16` buffer, for `kCVPixelBufferVersatileBayerKey_BayerPattern`.
@inlinable
public var kCVVersatileBayer_BayerPattern_RGGB: Int { 0 }
/// Pattern G R / B G of a `bp16` buffer.
@inlinable
public var kCVVersatileBayer_BayerPattern_GRBG: Int { 1 }
/// Pattern G B / R G of a `bp16` buffer.
@inlinable
public var kCVVersatileBayer_BayerPattern_GBRG: Int { 2 }
/// Pattern B G / G R of a `bp16` buffer.
@inlinable
public var kCVVersatileBayer_BayerPattern_BGGR: Int { 3 }
