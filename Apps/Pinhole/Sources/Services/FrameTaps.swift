import CameraEngine

/// Who looks at the cameras' frames: the counters of the performance overlay, and the search for text.
struct FrameTaps: Sendable {
    /// What is counted of each camera, by its index.
    let statistics = [FrameStatistics(), FrameStatistics()]
    let liveText = LiveTextFeed()

    /// Has an engine deliver its frames.
    func attach(to engine: CameraEngine) async {
        for (camera, counter) in statistics.enumerated() {
            let liveText = camera == 0 ? liveText : nil
            await engine.deliverFrames(ofCamera: camera) { frame, _ in
                counter.count(frame)
                liveText?.receive(frame)
            } drops: { _ in
                counter.countDrop()
            }
        }
    }
}
