/// Which numbers stand for black and white.
enum SampleRange {
    /// Luma 16...235, chroma 16...240.
    case video
    /// 0...255.
    case full
}
