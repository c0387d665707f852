extension AVCaptureDevice {
    /// Who switches Center Stage.
    public enum CenterStageControlMode: Int, Sendable, CaseIterable {
        /// The user.
        case user = 0
        /// The program.
        case app = 1
        /// Both.
        case cooperative = 2
    }
}
