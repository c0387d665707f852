/// The detector and the recogniser.
final class TextModels: @unchecked Sendable {
    // @unchecked: used by whoever has the reader's turn alone.
    let detector: TextDetector
    let recognizer: TextRecognizer

    init(detector: TextDetector, recognizer: TextRecognizer) {
        self.detector = detector
        self.recognizer = recognizer
    }
}
