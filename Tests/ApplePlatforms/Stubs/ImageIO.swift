// What the sources use of Image I/O.
@_exported import CoreGraphics

public final class CGImageSource {}

nonisolated(unsafe) public let kCGImagePropertyOrientation: CFString = { fatalError() }()
nonisolated(unsafe) public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = { fatalError() }()
nonisolated(unsafe) public let kCGImageSourceThumbnailMaxPixelSize: CFString = { fatalError() }()

public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? { fatalError() }
public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? { fatalError() }
