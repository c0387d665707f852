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
    ///   - camera: the one in use, if there is one.
    ///   - cameras: those that are offered, the usual ones first.
    public init(zoom: ZoomScale? = nil, of camera: CameraInfo? = nil, among cameras: [CameraInfo] = []) {
        self.zoom = zoom
        nextCamera = CameraSelection.next(after: camera, among: cameras)?.first(among: cameras)?.id
    }
}
