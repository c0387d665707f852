/// How controls behave, for a user interface that is no Swift program: what it cannot ask while a finger moves, as a value that is
/// written for it beside the camera's state.
///
/// Each part is the rule itself, or its numbers, as apps in Swift use it.
public struct ControlRules: Sendable, Hashable, Codable {
    /// The zoom's buttons and steps; `nil` for a camera without zoom.
    public var zoom: ZoomScale?
    /// Where the small picture of two may stand, and how it moves.
    public var arrangement = ArrangementRules()
    /// How the exposure is corrected.
    public var exposure = ExposureRules()
    /// What a finger on the live picture means.
    public var touch = TouchRules()

    /// The camera that one press changes to, by its identifier; `nil` without another one.
    public var nextCamera: String?

    /// The rules of a camera.
    ///
    /// - Parameters:
    ///   - zoom: those of its zoom, if it has one.
    ///   - nextCamera: the camera that one press changes to, if there is another one.
    public init(zoom: ZoomScale? = nil, nextCamera: String? = nil) {
        self.zoom = zoom
        self.nextCamera = nextCamera
    }
}
