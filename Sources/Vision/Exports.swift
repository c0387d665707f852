// What Apple's Vision brings along: images, buffers, their times, and the orientation of pictures.
@_exported import CoreGraphics
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Foundation
@_exported import FoundationExtras
