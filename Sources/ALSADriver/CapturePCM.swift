import CaptureDriver

/// An input's stream: what the probe needs of ALSA. A test puts a scripted one here.
///
/// Used by one thread.
protocol CapturePCM: AnyObject {
    /// What was set up.
    var configuration: MicrophoneConfiguration { get }
    /// How samples lie in memory.
    var encoding: SampleEncoding { get }
    /// Starts to capture; a negative error code on failure.
    func start() -> Int32
    /// Waits for sound: positive when there is some, 0 after the time, else a negative error code.
    func wait(milliseconds: Int32) -> Int32
    /// Reads what there is: how many frames, or a negative error code (`-EAGAIN` when there is nothing).
    func read(into bytes: UnsafeMutableRawBufferPointer) -> Int
    /// Makes the stream ready again after an error and starts it; a negative error code when that cannot be done.
    func recover(from code: Int32) -> Int32
}
