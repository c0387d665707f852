/// What a rig can do to a camera. The raw value is the fault's name in scripts for the simulated phone, and where the
/// kernel's driver vivid has a control for it, follows that control's name.
public enum InjectedFault: String, Sendable, Hashable, CaseIterable {
    /// The driver marks the next frame as bad.
    case bufferError = "buffer-error"
    /// The next request for buffers is refused.
    case requestBuffersError = "request-buffers-error"
    /// The next buffer that is handed to the driver is refused.
    case queueBufferError = "queue-buffer-error"
    /// The next start is refused.
    case streamOnError = "stream-on-error"
    /// The running stream ends with an input/output error.
    case fatalStreamingError = "fatal-streaming-error"
    /// The camera answers nothing any more; its node stays.
    case disconnect
    /// The driver lets go of its cameras: their nodes vanish.
    case unbind
    /// The driver takes its cameras again.
    case bind
    /// The frame counter is about to wrap.
    case wrapSequenceNumber = "wrap-sequence-number"
    /// The clock of the frames' times is about to wrap.
    case wrapTimestamp = "wrap-timestamp"
    /// Half of the frames are lost, until healed.
    case droppedFrames = "dropped-frames"
    /// Another program has the camera, until healed.
    case deviceBusy = "device-busy"
    /// The cable is pulled.
    case unplug
    /// The cable is pulled while a frame is on its way.
    case unplugMidFrame = "unplug-mid-frame"
    /// The camera is plugged in again.
    case replug
    /// No frames come, and no error, until healed.
    case stall
    /// Three frames carry the camera's own error mark, and vanish.
    case payloadError = "payload-error"
    /// Bytes inside of three compressed pictures are wrong.
    case corruptJPEG = "corrupt-jpeg"
    /// Three compressed pictures end half-way.
    case truncatedJPEG = "truncated-jpeg"
}
