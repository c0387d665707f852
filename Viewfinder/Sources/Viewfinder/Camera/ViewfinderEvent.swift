/// Something that happened to the camera.
public enum ViewfinderEvent: Equatable, Sendable {
    /// The state changed; the new one, complete.
    case state(ViewfinderState)
    /// A photo has been written.
    case photo(PhotoRecord)
    /// A recording has ended, however it did. Once for each.
    case movie(MovieRecord)
    /// Something that the user asked for on the device itself did not happen, with words for the user.
    case failure(CameraCommandError)
    /// New metrics, by the cameras' indices; what cameras measure that do not run is old.
    case metrics([ViewfinderMetrics])
}
