/// How far the value of a property is.
public enum AVKeyValueStatus: Int, Sendable {
    /// Nobody has asked for it.
    case unknown
    /// It is being found out.
    case loading
    /// It is known.
    case loaded
    /// It cannot be found out.
    case failed
    /// Finding it out was cancelled.
    case cancelled
}
