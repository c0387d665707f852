/// The dynamic range of video.
public struct AVVideoRange: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Standard dynamic range.
    public static let sdr = AVVideoRange(rawValue: "SDR")
    /// High dynamic range, hybrid log-gamma.
    public static let hlg = AVVideoRange(rawValue: "HLG")
    /// High dynamic range, perceptual quantiser.
    public static let pq = AVVideoRange(rawValue: "PQ")
}
