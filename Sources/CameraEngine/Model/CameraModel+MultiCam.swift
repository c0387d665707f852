extension CameraModel {
    // MARK: - Several cameras at once

    /// Takes one photo of all cameras' pictures, as they are shown. With one camera it is that one's photo.
    ///
    /// - Parameters:
    ///   - request: what is wanted of each camera's photo, and the kind of file.
    ///   - arrangement: where the pictures stand; `nil` for as ``setArrangement(_:)`` has it.
    /// - Throws: why there is none, once and within a bound.
    public func takeCompositePhoto(
        _ request: PhotoRequest = PhotoRequest(),
        arrangement: CameraArrangement? = nil
    ) async throws(PhotoFailure) -> CapturedPhoto {
        try await engine.takeCompositePhoto(request, arrangement: arrangement)
    }

    /// Asks for so many cameras at once, at least one, and at most as many as the configuration allows. As long as several are asked
    /// for, each is added whenever there is nothing in its way, and the first one's picture goes on meanwhile. Asking again tries
    /// again what was refused.
    ///
    /// A recording ends with it, or goes on in another file, as the request says: one file has as many cameras from its beginning to
    /// its end.
    public func setCameraCount(_ count: Int) { engine.setCameraCount(count) }

    /// Places the pictures; also while a movie is recorded, which moves as the preview does.
    public func setArrangement(_ arrangement: CameraArrangement) { engine.setArrangement(arrangement) }

    /// Lets the next camera of the list lead: with two, shows the small picture large, and the large one small.
    public func swapCameras() { engine.swapCameras() }
}
