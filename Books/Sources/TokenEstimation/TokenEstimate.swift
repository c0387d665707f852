/// A rule that was published for how many tokens an image costs a vision model (R-PHOTO-3).
public enum TokenRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// The image is covered with squares of 768 pixels.
    case squareTiles = "768-pixel tiles"
    /// The image is covered with squares of two thirds of its short side.
    case cropUnits = "crop units of 2/3 of the short side"
}

/// How many tokens an image costs a vision model, by a published rule (R-PHOTO-3). An estimate always goes with the
/// rule's name: the rules differ by a factor of two and more.
public struct TokenEstimate: Sendable, Hashable, Codable {
    /// The rule; its raw value is the name to be shown.
    public var rule: TokenRule
    /// How many tokens.
    public var tokens: Int

    /// What one tile costs, by both rules.
    private static let tokensPerTile = 258
    /// By both rules, an image of at most so many pixels a side is one tile as it is.
    private static let longestSideOfOneTile = 384

    /// The estimates by all rules for an image of a size in pixels.
    public static func all(width: Int, height: Int) -> [TokenEstimate] {
        TokenRule.allCases.map { TokenEstimate(rule: $0, width: width, height: height) }
    }

    /// The estimate by one rule. At 1024 x 768 pixels: 516 by squares of 768 pixels, 1032 by crop units.
    public init(rule: TokenRule, width: Int, height: Int) {
        self.rule = rule
        let side =
            switch rule {
            case .squareTiles: 768
            case .cropUnits: min(width, height) * 2 / 3
            }
        tokens = Self.tokensPerTile * Self.tiles(width: width, height: height, side: side)
    }

    private static func tiles(width: Int, height: Int, side: Int) -> Int {
        guard width > 0, height > 0 else { return 0 }
        guard max(width, height) > longestSideOfOneTile else { return 1 }
        let side = max(1, side)
        return ((width + side - 1) / side) * ((height + side - 1) / side)
    }
}
