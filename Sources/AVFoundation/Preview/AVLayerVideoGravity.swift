/// How video is fitted into a layer.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a gravity from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whole picture, aspect ratio kept, bars where the layer is larger.
    public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
    /// Layer filled, aspect ratio kept, picture cut off where it is larger.
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// Layer filled, picture stretched.
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}
