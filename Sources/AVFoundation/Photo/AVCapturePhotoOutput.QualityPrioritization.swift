extension AVCapturePhotoOutput {
    /// How much a photo's quality counts against the speed of its delivery.
    public enum QualityPrioritization: Int, Sendable {
        /// Delivery as fast as possible.
        case speed = 1
        /// Quality and speed count the same.
        case balanced = 2
        /// The best picture, however long it takes.
        case quality = 3
    }
}
