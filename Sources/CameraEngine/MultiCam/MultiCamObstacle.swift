/// Why there is one camera where two are wanted. For people: ``userMessage``.
public enum MultiCamObstacle: Sendable, Hashable, Codable {
    /// This machine cannot use two cameras at once.
    case notSupported
    /// No other camera is connected that can be used together with the one in use.
    case noOtherCamera
    /// One of the cameras has no format in which it can be used together with another one (R-MULTI-2).
    case noFormats
    /// Together they ask for more than the hardware has, also with the smallest pictures and the lowest rate (R-MULTI-4).
    ///
    /// - Parameter cost: the share of the hardware's budget; above 1, unless a bus has no room that nobody could foresee.
    case tooExpensive(cost: Float)
    /// Another camera is too hot, or its power too weak (R-MULTI-5). It comes back by itself.
    case systemPressure
    /// A camera was disconnected; the others go on.
    ///
    /// - Parameter name: the camera's name.
    case cameraLost(name: String)
    /// Another program has another camera of them.
    case inUse
    /// Another camera stopped delivering, or starting them together failed again and again.
    case notResponding
    /// Anything else.
    ///
    /// - Parameter reason: what the system says.
    case refused(reason: String)
}
