import CaptureDriver

/// An input's stream: what listening needs of ALSA. A test puts a scripted one here.
///
/// Used by one thread at a time.
protocol CapturePCM: AnyObject {
    /// What was set up.
    var configuration: MicrophoneConfiguration { get }
    /// How samples lie in memory.
    var encoding: SampleEncoding { get }
    /// Starts to capture; a negative error code on failure.
    func start() -> Int32
    /// Waits for sound: positive when there is some, 0 after the time, else a negative error code.
    func wait(milliseconds: Int32) -> Int32
    /// How far the hardware is; `nil` when it doesn't tell.
    func position() -> CapturePosition?
    /// Reads what there is: how many frames, or a negative error code (`-EAGAIN` when there is nothing).
    func read(into bytes: UnsafeMutableRawBufferPointer) -> Int
    /// Makes the stream ready again after an error and starts it; a negative error code when that cannot be done, `-EAGAIN` when
    /// not yet. Waits no longer than a moment.
    func recover(from code: Int32) -> Int32
    /// Gives the input back; nothing else may be called afterwards.
    func close()
}

/// How far an input's hardware is.
struct CapturePosition: Sendable, Hashable {
    /// Frames that were heard and not read yet, including those on their way through converters and sound servers.
    var delay: Int
    /// When that was measured, in nanoseconds of `CLOCK_MONOTONIC`.
    var time: Int64
}
