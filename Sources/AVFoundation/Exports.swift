// What `import AVFoundation` brings along on Apple's platforms.
@_exported import AVFAudio
@_exported import AudioToolbox
@_exported import CoreGraphics
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Dispatch
@_exported import Foundation
@_exported import ImageIO
@_exported import QuartzCore
@_exported import simd
