/// What one camera of a session delivers, and how it is.
public struct CameraMetrics: Sendable, Hashable, Codable {
    /// The camera.
    public var camera: CameraInfo
    /// Its index in the list of cameras that are wanted, as ``CameraArrangement/leading`` has it; 0 leads.
    public var index: Int
    /// How many frames a second it takes when it is cool: thirty, unless the cost of several cameras asks for fewer.
    public var framesPerSecond: Double
    /// Pixels in a row of its pictures, before they are turned.
    public var width: Int
    /// Rows of its pictures, before they are turned.
    public var height: Int
    /// Heat and power, and what is done about them, for this camera alone (R-MULTI-5).
    public var pressure: CameraPressure
    /// Whether it was disconnected: the others go on.
    public var isLost: Bool

    /// A camera's figures.
    public init(
        camera: CameraInfo,
        index: Int = 0,
        framesPerSecond: Double,
        width: Int,
        height: Int,
        pressure: CameraPressure = CameraPressure(),
        isLost: Bool = false
    ) {
        self.camera = camera
        self.index = index
        self.framesPerSecond = framesPerSecond
        self.width = width
        self.height = height
        self.pressure = pressure
        self.isLost = isLost
    }

    /// The most frames a second that it takes now, cool or not.
    public var framesPerSecondNow: Double { min(framesPerSecond, pressure.frameRateLimit ?? framesPerSecond) }
}
