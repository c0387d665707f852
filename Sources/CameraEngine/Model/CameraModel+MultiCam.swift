extension CameraModel {
    // MARK: - Two cameras at once

    /// Asks for two cameras, or for one. While both are asked for, the second one is added whenever there is nothing in its way,
    /// and the first one's picture goes on meanwhile. Asking again for two tries again what was refused.
    ///
    /// A recording ends with it, or goes on in another file, as the request says: one file has one or two cameras from its
    /// beginning to its end.
    public func setCameraCount(_ count: Int) { engine.setCameraCount(count) }

    /// Places the two pictures; also while a movie is recorded, which moves as the preview does.
    public func setArrangement(_ arrangement: CameraArrangement) { engine.setArrangement(arrangement) }

    /// Shows the small picture large, and the large one small.
    public func swapCameras() { engine.swapCameras() }
}
