import Glibc

/// The six system calls that the driver makes on a video node.
///
/// Below this line is the kernel; a test puts a scripted kernel here, forces every error code and reads back every
/// argument. The calls are passed through as they are: no retry, no interpretation.
protocol SystemCalls: Sendable {
    /// `open(2)`.
    func open(_ path: String, flags: Int32) throws(Errno) -> Int32
    /// `close(2)`.
    func close(_ descriptor: Int32) throws(Errno)
    /// `ioctl(2)`.
    func ioctl(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) throws(Errno)
    /// `mmap(2)`, shared, for reading and writing.
    func mmap(length: Int, descriptor: Int32, offset: Int) throws(Errno) -> UnsafeMutableRawPointer
    /// `munmap(2)`.
    func munmap(_ address: UnsafeMutableRawPointer, length: Int) throws(Errno)
    /// `poll(2)`; the number of entries that have something to tell.
    func poll(_ entries: UnsafeMutableBufferPointer<pollfd>, timeoutMilliseconds: Int32) throws(Errno) -> Int32
}
