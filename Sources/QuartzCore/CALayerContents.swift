/// Whatever a client has a layer show.
// @unchecked: it is only handed back; it belongs to the thread that lays the layer out.
struct CALayerContents: @unchecked Sendable {
    let value: Any
}

/// How contents fill a layer.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// In their size, in the middle.
    public static let center = CALayerContentsGravity(rawValue: "center")
    /// Stretched to the bounds.
    public static let resize = CALayerContentsGravity(rawValue: "resize")
    /// As large as the bounds allow, in their shape.
    public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
    /// Large enough for all of the bounds, in their shape.
    public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}
