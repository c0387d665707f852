import CVideo4Linux
import CaptureDriver

/// A video node's frame duration as it is set.
struct FrameRateSetting: Sendable, Hashable {
    /// The duration.
    var interval: FrameInterval
    /// Whether the driver lets it be set.
    var isSettable: Bool

    /// Reads the setting; `nil` where the driver has none.
    static func read(_ node: VideoNode) -> FrameRateSetting? {
        var parameters = v4l2_streamparm()
        parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        do {
            try node.request(.getParameters, &parameters)
        } catch {
            return nil
        }
        return FrameRateSetting(parameters)
    }

    /// Asks for a duration and tells what the driver made of it: drivers round silently to what the size allows.
    static func write(_ interval: FrameInterval, to node: VideoNode) throws(Errno) -> FrameRateSetting {
        var parameters = v4l2_streamparm()
        parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        parameters.parm.capture.timeperframe = v4l2_fract(
            numerator: interval.numerator,
            denominator: interval.denominator
        )
        try node.request(.setParameters, &parameters)
        return FrameRateSetting(parameters)
    }

    private init(_ parameters: v4l2_streamparm) {
        interval = FrameInterval(parameters.parm.capture.timeperframe)
        isSettable = parameters.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0
    }
}
