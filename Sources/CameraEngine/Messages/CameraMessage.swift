/// Something in words for the user: what is the matter, and what can be done about it.
public struct CameraMessage: Sendable, Hashable {
    /// The title as a text that other languages can say.
    public var titleText: MessageText
    /// The advice as a text that other languages can say.
    public var adviceText: MessageText

    /// A few words, without a full stop.
    public var title: String { titleText.description }
    /// One or two sentences that say what to do; empty when nothing has to be done.
    public var advice: String { adviceText.description }

    /// Words.
    public init(title: MessageText, advice: MessageText = "") {
        titleText = title
        adviceText = advice
    }
}
