/// Something in words for the user: what is the matter, and what can be done about it.
public struct CameraMessage: Sendable, Hashable {
    /// A few words, without a full stop.
    public var title: String
    /// One or two sentences that say what to do; empty when nothing has to be done.
    public var advice: String

    /// Words.
    public init(title: String, advice: String = "") {
        self.title = title
        self.advice = advice
    }
}
