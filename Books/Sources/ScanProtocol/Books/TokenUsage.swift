/// What a photo costs a vision model, in tokens: what the published rules say, and what a model reported.
public struct TokenUsage: Sendable, Hashable, Codable {
    /// The number of tokens by one published rule.
    public struct Estimate: Sendable, Hashable, Codable {
        /// The rule's name.
        public var rule: String
        /// The number of tokens.
        public var tokens: Int

        /// Makes an estimate.
        public init(rule: String, tokens: Int) {
            self.rule = rule
            self.tokens = tokens
        }
    }

    /// One estimate per rule.
    public var estimates: [Estimate]
    /// What the model said that it took; nil when no model was asked.
    public var reported: Int?

    /// Makes a usage.
    public init(estimates: [Estimate], reported: Int? = nil) {
        self.estimates = estimates
        self.reported = reported
    }
}
