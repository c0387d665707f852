/// Interface orientations of video, deprecated in favour of rotation angles (S-119).
public enum AVCaptureVideoOrientation: Int, Sendable {
    /// Upright.
    case portrait = 1
    /// Upside down.
    case portraitUpsideDown = 2
    /// On its side, with the bottom of the phone to the right.
    case landscapeRight = 3
    /// On its side, with the bottom of the phone to the left.
    case landscapeLeft = 4
}
