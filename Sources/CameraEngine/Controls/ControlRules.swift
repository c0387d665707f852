/// How controls behave, for a user interface that is no Swift program: what it cannot ask while a finger moves, as a value that is
/// written for it beside the camera's state.
///
/// Each part is the rule itself, or its numbers, as apps in Swift use it.
public struct ControlRules: Sendable, Hashable, Codable {
    /// The zoom's buttons and steps; `nil` for a camera without zoom.
    public var zoom: ZoomScale?
    /// Where the small picture of two may stand, and how it moves.
    public var smallPicture = SmallPictureRules()
    /// How the exposure is corrected.
    public var exposure = ExposureRules()
    /// What a finger on the live picture means.
    public var touch = TouchRules()

    /// The rules of a camera.
    ///
    /// - Parameter zoom: those of its zoom, if it has one.
    public init(zoom: ZoomScale? = nil) {
        self.zoom = zoom
    }
}
