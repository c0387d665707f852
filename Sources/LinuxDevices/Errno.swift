import Glibc

/// A system call's error code as a value, so that decisions about it need no global variable.
public struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number, such as `EBUSY`.
    public let code: Int32

    public init(_ code: Int32) {
        self.code = code
    }

    /// What the calling thread's last system call left behind.
    public static var last: Errno { Errno(errno) }

    /// The C library's words and the number.
    public var description: String { "\(String(cString: strerror(code))) (errno \(code))" }
}
