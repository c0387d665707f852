/// Which numbers stand for black and white.
package enum SampleRange: Sendable, Hashable {
    /// Luma 16...235, chroma 16...240.
    case video
    /// 0...255.
    case full

    /// Luma of black.
    package var black: UInt8 { self == .video ? 16 : 0 }
    /// Luma of white.
    package var white: UInt8 { self == .video ? 235 : 255 }
}
