extension AVCaptureDevice {
    /// How firmly cinematic video follows a subject.
    public enum CinematicVideoFocusMode: Int, Sendable, CaseIterable {
        /// Not at all.
        case none = 0
        /// Even when another subject would suit better.
        case strong = 1
        /// Until another subject suits better.
        case weak = 2
    }
}
