/// How often recognition is right, by what the user has decided (R-SCAN-9).
///
/// The sample is biased: users are asked about doubtful books first, so what is accepted without asking is hardly in
/// it.
public struct ScanAccuracy: Sendable, Hashable {
    /// How many of the latest decisions count.
    public static let sampleSize = 40
    /// Below this, a larger photo is proposed.
    public static let least = 0.95

    /// The latest decisions, at most ``sampleSize``.
    public var decided: Int
    /// Those that confirmed what was recognised.
    public var right: Int

    /// An accuracy.
    ///
    /// - Parameter decisions: the latest first; those beyond the sample and open ones do not count.
    public init(latest decisions: [BookDecision]) {
        let sample = decisions.filter { $0 != .open }.prefix(Self.sampleSize)
        decided = sample.count
        right = sample.count { $0 == .confirmed }
    }

    /// The fraction that was right; `nil` without a decision.
    public var fraction: Double? { decided == 0 ? nil : Double(right) / Double(decided) }

    /// Whether photos of 1536 x 1152 pixels are proposed instead of 1024 x 768: the sample is full, and too little of
    /// it was right.
    public var proposesLargerPhotos: Bool {
        decided == Self.sampleSize && Double(right) < Self.least * Double(decided)
    }

    /// The size that is proposed, in pixels.
    public static let proposedSize = (width: 1536, height: 1152)
}
