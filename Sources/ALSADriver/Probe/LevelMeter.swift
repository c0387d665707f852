/// How loud sound is, of all channels together. Full scale is 1.
public struct LevelMeter: Sendable, Hashable {
    /// The greatest sample.
    public private(set) var peak = 0.0
    private var squares = 0.0
    private var count = 0

    /// Has heard nothing.
    public init() {}

    /// The root of the mean square; 0 before anything was heard.
    public var rms: Double { count == 0 ? 0 : (squares / Double(count)).squareRoot() }

    /// Hears whole samples; a rest is left out.
    mutating func add(_ bytes: UnsafeRawBufferPointer, _ encoding: SampleEncoding) {
        var offset = 0
        while offset + encoding.size <= bytes.count {
            let sample = encoding.sample(bytes, at: offset)
            if sample.isFinite {
                peak = max(peak, abs(sample))
                squares += sample * sample
            }
            count += 1
            offset += encoding.size
        }
    }
}
