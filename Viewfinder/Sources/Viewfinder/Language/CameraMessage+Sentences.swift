import CameraEngine

extension CameraMessage {
    /// Title and advice, one after the other.
    var sentences: MessageText { adviceText.isEmpty ? titleText : "\(titleText). \(adviceText)" }
}
