/// What went wrong in a driver: kind, operation, native code, and words for the user.
public struct CaptureDriverError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is, whatever the driver.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// No device has that id.
        case notFound
        /// The device is gone.
        case disconnected
        /// Another program, or another handle, uses the device.
        case busy
        /// The user or the operating system doesn't allow access.
        case denied
        /// The node exists but captures nothing.
        case notACaptureDevice
        /// The hardware refused a format that it listed.
        case unsupportedFormat
        /// The hardware refused a control that it listed, or has no such control.
        case unsupportedControl
        /// The bus has no room for the stream.
        case bandwidth
        /// Buffers could not be had.
        case outOfMemory
        /// The device no longer answers.
        case timedOut
        /// Any other failure of the hardware or the kernel.
        case io
    }

    /// The kind of failure.
    public var kind: Kind
    /// What was tried, such as `VIDIOC_STREAMON`.
    public var operation: String
    /// The native error code (`errno`), if there was one.
    public var nativeCode: Int32?
    /// The device's name or path; empty when none is concerned.
    public var device: String
    /// What the user can do.
    public var advice: String

    /// Makes an error.
    public init(kind: Kind, operation: String, nativeCode: Int32? = nil, device: String = "", advice: String) {
        self.kind = kind
        self.operation = operation
        self.nativeCode = nativeCode
        self.device = device
        self.advice = advice
    }

    /// One line: what failed, on which device, with which code, and what to do.
    public var description: String {
        let code = nativeCode.map { " (errno \($0))" } ?? ""
        let place = device.isEmpty ? "" : " on \(device)"
        return "\(operation) failed\(place)\(code): \(advice)"
    }
}
