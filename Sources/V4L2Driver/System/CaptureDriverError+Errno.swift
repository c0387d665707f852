import CaptureDriver
import Glibc

extension CaptureDriverError {
    /// Puts a system call's error code into the seam's words, with what the user can do about it.
    ///
    /// - Parameters:
    ///   - errno: the code.
    ///   - operation: the call or request that failed.
    ///   - device: the node's path.
    init(_ errno: Errno, operation: String, device: String) {
        let (kind, advice) = Self.meaning(of: errno, operation: operation)
        self.init(kind: kind, operation: operation, nativeCode: errno.code, device: device, advice: advice)
    }

    private static func meaning(of errno: Errno, operation: String) -> (Kind, String) {
        switch errno.code {
        case ENODEV, ENXIO:
            (.disconnected, "The camera was unplugged. Plug it in again.")
        case ENOENT:
            (.disconnected, "The camera's node is gone. Plug the camera in again and list the devices.")
        case EBUSY:
            (.busy, "Another program uses the camera. Close it; `fuser -v /dev/video*` shows which one.")
        case EACCES where operation == VideoRequest.setControl.name:
            (.unsupportedControl, "The camera's driver allows this setting only to be read.")
        case EACCES, EPERM:
            (
                .denied,
                "You may not use the camera. Join its group, `sudo usermod -aG video $USER`, and log in again; "
                    + "a container needs the device passed in, `--device /dev/video0`."
            )
        case ENOSPC:
            (
                .bandwidth,
                "The USB bus has no room for this stream. Choose a smaller or compressed format, or move the camera "
                    + "to another USB controller."
            )
        case ENOMEM, ENOBUFS:
            (.outOfMemory, "No memory for capture buffers. Choose a smaller format or end other programs.")
        case EMFILE, ENFILE:
            (.outOfMemory, "Too many open files. End other programs or raise the limit, `ulimit -n`.")
        case ETIMEDOUT, ETIME:
            (.timedOut, "The camera does not answer. Unplug it and plug it in again.")
        default:
            unusual(errno, operation: operation)
        }
    }

    private static func unusual(_ errno: Errno, operation: String) -> (Kind, String) {
        switch (operation, errno.code) {
        case (VideoRequest.setFormat.name, EINVAL):
            (.unsupportedFormat, "The camera refuses a format that it listed. Choose another one.")
        case (VideoRequest.setControl.name, EINVAL), (VideoRequest.setControl.name, ERANGE),
            (VideoRequest.getControl.name, EINVAL):
            (.unsupportedControl, "The camera refuses this value or has no such setting.")
        case (_, ENOTTY), (VideoRequest.queryCapabilities.name, EINVAL):
            (.notACaptureDevice, "This node is not a camera. List the devices and choose one of them.")
        default:
            (
                .io,
                "The camera or its driver failed: \(errno). Unplug the camera and plug it in again; `dmesg` may tell more."
            )
        }
    }
}
