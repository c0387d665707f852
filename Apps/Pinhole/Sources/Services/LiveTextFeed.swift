import AVFoundation
import LiveText
import Synchronization

/// Looks for text in the live picture, as long as somebody wants to know.
final class LiveTextFeed: Sendable {
    private let detector: LiveTextDetector
    private let size: FrameSize
    /// What was seen, the latest only.
    let boxes: AsyncStream<TextBoxes>

    private final class FrameSize: Sendable {
        let value = Mutex((width: 0, height: 0))
    }

    init() {
        let (boxes, continuation) = AsyncStream.makeStream(of: TextBoxes.self, bufferingPolicy: .bufferingNewest(1))
        let size = FrameSize()
        self.boxes = boxes
        self.size = size
        detector = LiveTextDetector { outcome in
            switch outcome {
            case .success(let observation):
                let (width, height) = size.value.withLock { $0 }
                continuation.yield(TextBoxes(observation, width: width, height: height))
            // Without a detector there are no boxes; scans are taken nevertheless.
            case .failure(let error):
                AppLog.scanner.error("no live text: \(String(describing: error), privacy: .public)")
            }
        }
    }

    /// Begins to look, or ends it.
    func turn(on isOn: Bool) { detector.turn(on: isOn) }

    /// A frame has come; returns at once.
    func receive(_ frame: CMSampleBuffer) {
        if let pixels = CMSampleBufferGetImageBuffer(frame) {
            let dimensions = (CVPixelBufferGetWidth(pixels), CVPixelBufferGetHeight(pixels))
            size.value.withLock { $0 = dimensions }
        }
        detector.receive(frame)
    }
}
