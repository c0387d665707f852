import FoundationExtras

// The types of pixel that Core Video names. Which of them have memory here is told by
// `CVPixelFormatDescriptionArrayCreateWithAllPixelFormatTypes`; the others are refused with
// `kCVReturnInvalidPixelFormat`, as they are on Apple hardware that lacks them.

/// Black and white, one bit per pixel.
@inlinable
public var kCVPixelFormatType_1Monochrome: OSType { 1 }
/// Two-bit index into a palette.
@inlinable
public var kCVPixelFormatType_2Indexed: OSType { 2 }
/// Four-bit index into a palette.
@inlinable
public var kCVPixelFormatType_4Indexed: OSType { 4 }
/// Eight-bit index into a palette.
@inlinable
public var kCVPixelFormatType_8Indexed: OSType { 8 }
/// One-bit grey, zero is white.
@inlinable
public var kCVPixelFormatType_1IndexedGray_WhiteIsZero: OSType { 33 }
/// Two-bit grey, zero is white.
@inlinable
public var kCVPixelFormatType_2IndexedGray_WhiteIsZero: OSType { 34 }
/// Four-bit grey, zero is white.
@inlinable
public var kCVPixelFormatType_4IndexedGray_WhiteIsZero: OSType { 36 }
/// Eight-bit grey, zero is white.
@inlinable
public var kCVPixelFormatType_8IndexedGray_WhiteIsZero: OSType { 40 }
/// RGB, five bits each, in a big-endian 16-bit word.
@inlinable
public var kCVPixelFormatType_16BE555: OSType { 16 }
/// `L555`: RGB, five bits each, in a little-endian 16-bit word.
@inlinable
public var kCVPixelFormatType_16LE555: OSType { 0x4C35_3535 }
/// `5551`: RGB, five bits each, and one bit of alpha, in a little-endian 16-bit word.
@inlinable
public var kCVPixelFormatType_16LE5551: OSType { 0x3535_3531 }
/// `B565`: RGB, 5, 6 and 5 bits, in a big-endian 16-bit word.
@inlinable
public var kCVPixelFormatType_16BE565: OSType { 0x4235_3635 }
/// `L565`: RGB, 5, 6 and 5 bits, in a little-endian 16-bit word.
@inlinable
public var kCVPixelFormatType_16LE565: OSType { 0x4C35_3635 }
/// Bytes R, G, B.
@inlinable
public var kCVPixelFormatType_24RGB: OSType { 24 }
/// `24BG`: Bytes B, G, R.
@inlinable
public var kCVPixelFormatType_24BGR: OSType { 0x3234_4247 }
/// Bytes A, R, G, B.
@inlinable
public var kCVPixelFormatType_32ARGB: OSType { 32 }
/// `BGRA`: Bytes B, G, R, A.
@inlinable
public var kCVPixelFormatType_32BGRA: OSType { 0x4247_5241 }
/// `ABGR`: Bytes A, B, G, R.
@inlinable
public var kCVPixelFormatType_32ABGR: OSType { 0x4142_4752 }
/// `RGBA`: Bytes R, G, B, A.
@inlinable
public var kCVPixelFormatType_32RGBA: OSType { 0x5247_4241 }
/// `b64a`: A, R, G, B, 16 bits each, big-endian.
@inlinable
public var kCVPixelFormatType_64ARGB: OSType { 0x6236_3461 }
/// `l64r`: R, G, B, A, 16 bits each, little-endian.
@inlinable
public var kCVPixelFormatType_64RGBALE: OSType { 0x6C36_3472 }
/// `b48r`: R, G, B, 16 bits each, big-endian.
@inlinable
public var kCVPixelFormatType_48RGB: OSType { 0x6234_3872 }
/// `b32a`: Alpha and grey, 16 bits each, big-endian.
@inlinable
public var kCVPixelFormatType_32AlphaGray: OSType { 0x6233_3261 }
/// `b16g`: Grey, 16 bits, big-endian.
@inlinable
public var kCVPixelFormatType_16Gray: OSType { 0x6231_3667 }
/// `R10k`: RGB, ten bits each, in a big-endian 32-bit word, two low bits unused.
@inlinable
public var kCVPixelFormatType_30RGB: OSType { 0x5231_306B }
/// `r210`: RGB, ten bits each, video range, in a big-endian 32-bit word, two high bits unused.
@inlinable
public var kCVPixelFormatType_30RGB_r210: OSType { 0x7232_3130 }
/// `2vuy`: Packed 4:2:2, bytes Cb Y0 Cr Y1.
@inlinable
public var kCVPixelFormatType_422YpCbCr8: OSType { 0x3276_7579 }
/// `v408`: 4:4:4:4, bytes Cb Y Cr A, video range.
@inlinable
public var kCVPixelFormatType_4444YpCbCrA8: OSType { 0x7634_3038 }
/// `r408`: 4:4:4:4 for rendering, bytes Cb Y Cr A, full-range alpha, biased luma.
@inlinable
public var kCVPixelFormatType_4444YpCbCrA8R: OSType { 0x7234_3038 }
/// `y408`: 4:4:4:4, bytes A Y Cb Cr, full-range alpha, biased luma.
@inlinable
public var kCVPixelFormatType_4444AYpCbCr8: OSType { 0x7934_3038 }
/// `y416`: 4:4:4:4, A Y Cb Cr, 16 bits each, little-endian.
@inlinable
public var kCVPixelFormatType_4444AYpCbCr16: OSType { 0x7934_3136 }
/// `r4fl`: 4:4:4:4, A Y Cb Cr, 32-bit floating point.
@inlinable
public var kCVPixelFormatType_4444AYpCbCrFloat: OSType { 0x7234_666C }
/// `v308`: 4:4:4, bytes Cr Y Cb, video range.
@inlinable
public var kCVPixelFormatType_444YpCbCr8: OSType { 0x7633_3038 }
/// `v216`: 4:2:2, 10 to 16 bits in little-endian 16-bit words.
@inlinable
public var kCVPixelFormatType_422YpCbCr16: OSType { 0x7632_3136 }
/// `v210`: 4:2:2, ten bits, six pixels in 16 bytes.
@inlinable
public var kCVPixelFormatType_422YpCbCr10: OSType { 0x7632_3130 }
/// `v410`: 4:4:4, ten bits, in a little-endian 32-bit word.
@inlinable
public var kCVPixelFormatType_444YpCbCr10: OSType { 0x7634_3130 }
/// `y420`: Three planes Y, Cb, Cr, 4:2:0, video range (I420).
@inlinable
public var kCVPixelFormatType_420YpCbCr8Planar: OSType { 0x7934_3230 }
/// `f420`: Three planes Y, Cb, Cr, 4:2:0, full range.
@inlinable
public var kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType { 0x6634_3230 }
/// `a2vy`: First plane packed 4:2:2 (`2vuy`), second plane 8-bit alpha.
@inlinable
public var kCVPixelFormatType_422YpCbCr_4A_8BiPlanar: OSType { 0x6132_7679 }
/// `420v`: Planes Y and interleaved CbCr, 4:2:0, video range (luma 16 to 235).
@inlinable
public var kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType { 0x3432_3076 }
/// `420f`: Planes Y and interleaved CbCr, 4:2:0, full range (luma 0 to 255).
@inlinable
public var kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType { 0x3432_3066 }
/// `422v`: Planes Y and interleaved CbCr, 4:2:2, video range.
@inlinable
public var kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: OSType { 0x3432_3276 }
/// `422f`: Planes Y and interleaved CbCr, 4:2:2, full range.
@inlinable
public var kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: OSType { 0x3432_3266 }
/// `444v`: Planes Y and interleaved CbCr, 4:4:4, video range.
@inlinable
public var kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: OSType { 0x3434_3476 }
/// `444f`: Planes Y and interleaved CbCr, 4:4:4, full range.
@inlinable
public var kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: OSType { 0x3434_3466 }
/// `yuvs`: Packed 4:2:2, bytes Y0 Cb Y1 Cr, video range (YUYV).
@inlinable
public var kCVPixelFormatType_422YpCbCr8_yuvs: OSType { 0x7975_7673 }
/// `yuvf`: Packed 4:2:2, bytes Y0 Cb Y1 Cr, full range.
@inlinable
public var kCVPixelFormatType_422YpCbCr8FullRange: OSType { 0x7975_7666 }
/// `L008`: One 8-bit component.
@inlinable
public var kCVPixelFormatType_OneComponent8: OSType { 0x4C30_3038 }
/// `2C08`: Two 8-bit components.
@inlinable
public var kCVPixelFormatType_TwoComponent8: OSType { 0x3243_3038 }
/// `w30r`: RGB, ten bits each, extended range, in a little-endian 32-bit word.
@inlinable
public var kCVPixelFormatType_30RGBLEPackedWideGamut: OSType { 0x7733_3072 }
/// `l10r`: Two bits of alpha and RGB with ten bits each, in a little-endian 32-bit word.
@inlinable
public var kCVPixelFormatType_ARGB2101010LEPacked: OSType { 0x6C31_3072 }
/// `w40a`: ARGB, ten bits each, extended range, little-endian.
@inlinable
public var kCVPixelFormatType_40ARGBLEWideGamut: OSType { 0x7734_3061 }
/// `w40m`: ARGB, ten bits each, extended range, little-endian, alpha premultiplied.
@inlinable
public var kCVPixelFormatType_40ARGBLEWideGamutPremultiplied: OSType { 0x7734_306D }
/// `b3a8`: First plane RGB with ten bits each, second plane 8-bit alpha.
@inlinable
public var kCVPixelFormatType_30RGBLE_8A_BiPlanar: OSType { 0x6233_6138 }
/// `L010`: One 10-bit component in the high bits of a little-endian 16-bit word.
@inlinable
public var kCVPixelFormatType_OneComponent10: OSType { 0x4C30_3130 }
/// `L012`: One 12-bit component in the high bits of a little-endian 16-bit word.
@inlinable
public var kCVPixelFormatType_OneComponent12: OSType { 0x4C30_3132 }
/// `L016`: One 16-bit component, little-endian.
@inlinable
public var kCVPixelFormatType_OneComponent16: OSType { 0x4C30_3136 }
/// `2C16`: Two 16-bit components, little-endian.
@inlinable
public var kCVPixelFormatType_TwoComponent16: OSType { 0x3243_3136 }
/// `L00h`: One component, 16-bit floating point.
@inlinable
public var kCVPixelFormatType_OneComponent16Half: OSType { 0x4C30_3068 }
/// `L00f`: One component, 32-bit floating point.
@inlinable
public var kCVPixelFormatType_OneComponent32Float: OSType { 0x4C30_3066 }
/// `2C0h`: Two components, 16-bit floating point.
@inlinable
public var kCVPixelFormatType_TwoComponent16Half: OSType { 0x3243_3068 }
/// `2C0f`: Two components, 32-bit floating point.
@inlinable
public var kCVPixelFormatType_TwoComponent32Float: OSType { 0x3243_3066 }
/// `RGhA`: RGBA, 16-bit floating point.
@inlinable
public var kCVPixelFormatType_64RGBAHalf: OSType { 0x5247_6841 }
/// `RGfA`: RGBA, 32-bit floating point.
@inlinable
public var kCVPixelFormatType_128RGBAFloat: OSType { 0x5247_6641 }
/// `grb4`: Bayer mosaic G R / B G, 14 bits in little-endian 16-bit words.
@inlinable
public var kCVPixelFormatType_14Bayer_GRBG: OSType { 0x6772_6234 }
/// `rgg4`: Bayer mosaic R G / G B, 14 bits in little-endian 16-bit words.
@inlinable
public var kCVPixelFormatType_14Bayer_RGGB: OSType { 0x7267_6734 }
/// `bgg4`: Bayer mosaic B G / G R, 14 bits in little-endian 16-bit words.
@inlinable
public var kCVPixelFormatType_14Bayer_BGGR: OSType { 0x6267_6734 }
/// `gbr4`: Bayer mosaic G B / R G, 14 bits in little-endian 16-bit words.
@inlinable
public var kCVPixelFormatType_14Bayer_GBRG: OSType { 0x6762_7234 }
/// `hdis`: Disparity in 1/metre, 16-bit floating point.
@inlinable
public var kCVPixelFormatType_DisparityFloat16: OSType { 0x6864_6973 }
/// `fdis`: Disparity in 1/metre, 32-bit floating point.
@inlinable
public var kCVPixelFormatType_DisparityFloat32: OSType { 0x6664_6973 }
/// `hdep`: Depth in metres, 16-bit floating point.
@inlinable
public var kCVPixelFormatType_DepthFloat16: OSType { 0x6864_6570 }
/// `fdep`: Depth in metres, 32-bit floating point.
@inlinable
public var kCVPixelFormatType_DepthFloat32: OSType { 0x6664_6570 }
/// `x420`: Planes Y and CbCr, 4:2:0, ten bits in the high bits of 16-bit words, video range.
@inlinable
public var kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType { 0x7834_3230 }
/// `x422`: Planes Y and CbCr, 4:2:2, ten bits in the high bits of 16-bit words, video range.
@inlinable
public var kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: OSType { 0x7834_3232 }
/// `x444`: Planes Y and CbCr, 4:4:4, ten bits in the high bits of 16-bit words, video range.
@inlinable
public var kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: OSType { 0x7834_3434 }
/// `xf20`: Planes Y and CbCr, 4:2:0, ten bits in the high bits of 16-bit words, full range.
@inlinable
public var kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType { 0x7866_3230 }
/// `xf22`: Planes Y and CbCr, 4:2:2, ten bits in the high bits of 16-bit words, full range.
@inlinable
public var kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: OSType { 0x7866_3232 }
/// `xf44`: Planes Y and CbCr, 4:4:4, ten bits in the high bits of 16-bit words, full range.
@inlinable
public var kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: OSType { 0x7866_3434 }
/// `v0a8`: Planes Y and CbCr as `420v`, and a plane of 8-bit alpha.
@inlinable
public var kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar: OSType { 0x7630_6138 }
/// `bp16`: Bayer mosaic in 16-bit words, pattern told by an attachment (ProRes RAW).
@inlinable
public var kCVPixelFormatType_16VersatileBayer: OSType { 0x6270_3136 }
/// `bp64`: RGBA, 16 bits each, downscaled from ProRes RAW.
@inlinable
public var kCVPixelFormatType_64RGBA_DownscaledProResRAW: OSType { 0x6270_3634 }
/// `btp2`: Bayer mosaic, 12 bits packed (ProRes RAW).
@inlinable
public var kCVPixelFormatType_96VersatileBayerPacked12: OSType { 0x6274_7032 }
/// `sv22`: Planes Y and CbCr, 4:2:2, 16 bits, video range.
@inlinable
public var kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange: OSType { 0x7376_3232 }
/// `sv44`: Planes Y and CbCr, 4:4:4, 16 bits, video range.
@inlinable
public var kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange: OSType { 0x7376_3434 }
/// `s4as`: Planes Y and CbCr as `sv44`, and a plane of 16-bit alpha.
@inlinable
public var kCVPixelFormatType_444YpCbCr16VideoRange_16A_TriPlanar: OSType { 0x7334_6173 }
/// `&BGA`: `BGRA`, losslessly compressed by Apple's hardware.
@inlinable
public var kCVPixelFormatType_Lossless_32BGRA: OSType { 0x2642_4741 }
/// `&RhA`: `RGhA`, losslessly compressed by Apple's hardware.
@inlinable
public var kCVPixelFormatType_Lossless_64RGBAHalf: OSType { 0x2652_6841 }
/// `&8v0`: `420v`, losslessly compressed by Apple's hardware.
@inlinable
public var kCVPixelFormatType_Lossless_420YpCbCr8BiPlanarVideoRange: OSType { 0x2638_7630 }
/// `&8f0`: `420f`, losslessly compressed by Apple's hardware.
@inlinable
public var kCVPixelFormatType_Lossless_420YpCbCr8BiPlanarFullRange: OSType { 0x2638_6630 }
/// `&xv0`: 10-bit 4:2:0 video range, losslessly compressed by Apple's hardware.
@inlinable
public var kCVPixelFormatType_Lossless_420YpCbCr10PackedBiPlanarVideoRange: OSType { 0x2678_7630 }
/// `&xf0`: 10-bit 4:2:0 full range, losslessly compressed by Apple's hardware.
@inlinable
public var kCVPixelFormatType_Lossless_420YpCbCr10PackedBiPlanarFullRange: OSType { 0x2678_6630 }
/// `&xv2`: 10-bit 4:2:2 video range, losslessly compressed by Apple's hardware.
@inlinable
public var kCVPixelFormatType_Lossless_422YpCbCr10PackedBiPlanarVideoRange: OSType { 0x2678_7632 }
/// `&w3r`: `w30r`, losslessly compressed by Apple's hardware.
@inlinable
public var kCVPixelFormatType_Lossless_30RGBLEPackedWideGamut: OSType { 0x2677_3372 }
/// `&b38`: `b3a8`, losslessly compressed by Apple's hardware.
@inlinable
public var kCVPixelFormatType_Lossless_30RGBLE_8A_BiPlanar: OSType { 0x2662_3338 }
/// `-BGA`: `BGRA`, lossily compressed by Apple's hardware.
@inlinable
public var kCVPixelFormatType_Lossy_32BGRA: OSType { 0x2D42_4741 }
/// `-8v0`: `420v`, lossily compressed by Apple's hardware.
@inlinable
public var kCVPixelFormatType_Lossy_420YpCbCr8BiPlanarVideoRange: OSType { 0x2D38_7630 }
/// `-8f0`: `420f`, lossily compressed by Apple's hardware.
@inlinable
public var kCVPixelFormatType_Lossy_420YpCbCr8BiPlanarFullRange: OSType { 0x2D38_6630 }
/// `-xv0`: 10-bit 4:2:0 video range, lossily compressed by Apple's hardware.
@inlinable
public var kCVPixelFormatType_Lossy_420YpCbCr10PackedBiPlanarVideoRange: OSType { 0x2D78_7630 }
/// `-xv2`: 10-bit 4:2:2 video range, lossily compressed by Apple's hardware.
@inlinable
public var kCVPixelFormatType_Lossy_422YpCbCr10PackedBiPlanarVideoRange: OSType { 0x2D78_7632 }
