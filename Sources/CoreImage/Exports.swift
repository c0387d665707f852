// What the headers of Apple's Core Image bring along.
@_exported import CoreVideo
@_exported import ImageIO
