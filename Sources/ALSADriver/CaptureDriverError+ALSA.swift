import CALSA
import CaptureDriver
import Glibc

extension CaptureDriverError {
    /// Puts ALSA's (negative) error code into the seam's words, with what the user can do about it.
    package init(alsa code: Int32, operation: String, device: String) {
        let (kind, advice) = Self.alsaMeaning(of: -code)
        self.init(kind: kind, operation: operation, nativeCode: -code, device: device, advice: advice)
    }

    private static func alsaMeaning(of code: Int32) -> (Kind, String) {
        switch code {
        case EBUSY, EAGAIN:
            (.busy, "Another program uses the microphone. Close it; `fuser -v /dev/snd/*` shows which one.")
        case EACCES, EPERM:
            (
                .denied,
                "You may not use the microphone. Join its group, `sudo usermod -aG audio $USER`, and log in again; "
                    + "a container needs the device passed in, `--device /dev/snd`."
            )
        case ENODEV, ENXIO, EBADFD:
            (.disconnected, "The microphone was unplugged. Plug it in again.")
        case ENOENT:
            (.notFound, "There is no such sound device. List them with `arecord -L`.")
        case ENOMEM:
            (.outOfMemory, "No memory for sound buffers. End other programs.")
        case ETIMEDOUT:
            (.timedOut, "The microphone does not answer. Unplug it and plug it in again.")
        case EINVAL:
            (.unsupportedFormat, "The microphone has no encoding, rate or channels that can be used.")
        default:
            (.io, "The sound system failed: \(String(cString: snd_strerror(-code))). `dmesg` may tell more.")
        }
    }
}
