/// What one camera of a session delivers, and how it is.
public struct CameraMetrics: Sendable, Hashable {
    /// The camera.
    public var camera: CameraInfo
    /// How many frames a second it takes when it is cool: thirty, unless the cost of two cameras asks for fewer.
    public var framesPerSecond: Double
    /// Pixels in a row of its pictures, before they are turned.
    public var width: Int
    /// Rows of its pictures, before they are turned.
    public var height: Int
    /// Heat and power, and what is done about them, for this camera alone (R-MULTI-5).
    public var pressure: CameraPressure
    /// Whether it was disconnected: the other one goes on.
    public var isLost: Bool

    /// A camera's figures.
    public init(
        camera: CameraInfo,
        framesPerSecond: Double,
        width: Int,
        height: Int,
        pressure: CameraPressure = CameraPressure(),
        isLost: Bool = false
    ) {
        self.camera = camera
        self.framesPerSecond = framesPerSecond
        self.width = width
        self.height = height
        self.pressure = pressure
        self.isLost = isLost
    }

    /// The most frames a second that it takes now, cool or not.
    public var framesPerSecondNow: Double { min(framesPerSecond, pressure.frameRateLimit ?? framesPerSecond) }
}
