/// How many tokens an image costs a vision model, by a rule that was published for one (R-PHOTO-3). An estimate always goes
/// with the rule's name: the rules differ by a factor of two and more.
public struct TokenEstimate: Sendable, Hashable {
    /// The rule's name, to be shown.
    public var rule: String
    /// How many tokens.
    public var tokens: Int

    /// What one tile costs, by both rules.
    private static let tokensPerTile = 258

    /// The estimates by all rules.
    public static func all(for size: PhotoSize) -> [TokenEstimate] {
        [squareTiles(size), cropUnits(size)]
    }

    /// The image is covered with squares of 768 pixels: 516 at 1024 x 768.
    public static func squareTiles(_ size: PhotoSize) -> TokenEstimate {
        TokenEstimate(rule: "768-pixel tiles", tokens: tokensPerTile * tiles(size, side: 768))
    }

    /// The image is covered with squares of two thirds of its short side: 1032 at 1024 x 768.
    public static func cropUnits(_ size: PhotoSize) -> TokenEstimate {
        let side = min(size.width, size.height) * 2 / 3
        return TokenEstimate(
            rule: "crop units of 2/3 of the short side",
            tokens: tokensPerTile * tiles(size, side: side)
        )
    }

    private static func tiles(_ size: PhotoSize, side: Int) -> Int {
        guard size.width > 0, size.height > 0 else { return 0 }
        // By both rules, what is small enough is one tile as it is.
        guard max(size.width, size.height) > 384 else { return 1 }
        let side = max(1, side)
        return ((size.width + side - 1) / side) * ((size.height + side - 1) / side)
    }
}
