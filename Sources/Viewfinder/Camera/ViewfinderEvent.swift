/// Something that happened to the camera.
public enum ViewfinderEvent: Equatable, Sendable {
    /// The state changed; the new one, complete.
    case state(ViewfinderState)
    /// A photo has been written.
    case photo(PhotoRecord)
    /// New figures.
    case figures(ViewfinderFigures)
}
