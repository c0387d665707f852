import FoundationExtras

/// A pixel format, as four characters.
public typealias CMPixelFormatType = FourCharCode

/// Pixel format: 16 BE555.
public let kCMPixelFormat_16BE555: CMPixelFormatType = 16
/// Pixel format: 16 BE565 (`B565`).
public let kCMPixelFormat_16BE565: CMPixelFormatType = 0x42353635
/// Pixel format: 16 LE555 (`L555`).
public let kCMPixelFormat_16LE555: CMPixelFormatType = 0x4C353535
/// Pixel format: 16 LE5551 (`5551`).
public let kCMPixelFormat_16LE5551: CMPixelFormatType = 0x35353531
/// Pixel format: 16 LE565 (`L565`).
public let kCMPixelFormat_16LE565: CMPixelFormatType = 0x4C353635
/// Pixel format: 24 RGB.
public let kCMPixelFormat_24RGB: CMPixelFormatType = 24
/// Pixel format: 32 ARGB.
public let kCMPixelFormat_32ARGB: CMPixelFormatType = 32
/// Pixel format: 32 BGRA (`BGRA`).
public let kCMPixelFormat_32BGRA: CMPixelFormatType = 0x42475241
/// Pixel format: 422 yp cb Cr10 (`v210`).
public let kCMPixelFormat_422YpCbCr10: CMPixelFormatType = 0x76323130
/// Pixel format: 422 yp cb Cr16 (`v216`).
public let kCMPixelFormat_422YpCbCr16: CMPixelFormatType = 0x76323136
/// Pixel format: 422 yp cb Cr8 (`2vuy`).
public let kCMPixelFormat_422YpCbCr8: CMPixelFormatType = 0x32767579
/// Pixel format: 422 yp cb Cr8 yuvs (`yuvs`).
public let kCMPixelFormat_422YpCbCr8_yuvs: CMPixelFormatType = 0x79757673
/// Pixel format: 4444 yp cb cr A8 (`v408`).
public let kCMPixelFormat_4444YpCbCrA8: CMPixelFormatType = 0x76343038
/// Pixel format: 444 yp cb Cr10 (`v410`).
public let kCMPixelFormat_444YpCbCr10: CMPixelFormatType = 0x76343130
/// Pixel format: 444 yp cb Cr8 (`v308`).
public let kCMPixelFormat_444YpCbCr8: CMPixelFormatType = 0x76333038
/// Pixel format: 8 indexed gray white is zero.
public let kCMPixelFormat_8IndexedGray_WhiteIsZero: CMPixelFormatType = 40
