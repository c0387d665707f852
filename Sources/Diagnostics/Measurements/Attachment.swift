/// How a camera is attached.
struct Attachment: Sendable, Hashable {
    /// The USB bus it shares with others, such as `usb1`; `nil` when it is not on USB.
    var bus: String?
    /// The speed of its own connection in megabits per second; `nil` when unknown.
    var speed: Double?

    /// USB 2's high speed.
    static let highSpeed = 480.0
    /// What isochronous USB 2 transfers carry at most in bytes per second: three packets of 1024 bytes in each of 8000
    /// microframes.
    static let highSpeedRoom = 3.0 * 1_024 * 8_000

    /// Whether the connection is USB 2's, or slower.
    var isUSB2: Bool { bus != nil && speed.map { $0 <= Self.highSpeed } == true }
}
