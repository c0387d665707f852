extension AVCaptureDevice {
    /// Which distances automatic focus searches.
    public enum AutoFocusRangeRestriction: Int, Sendable, CaseIterable {
        /// All.
        case none = 0
        /// Near ones.
        case near = 1
        /// Far ones.
        case far = 2
    }
}
