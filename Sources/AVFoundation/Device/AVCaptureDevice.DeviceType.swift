extension AVCaptureDevice {
    /// The kind of a capture device.
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A camera that is plugged in.
        public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
        /// Any microphone.
        public static let microphone = DeviceType(rawValue: "AVCaptureDeviceTypeMicrophone")
        /// The general-purpose built-in camera.
        public static let builtInWideAngleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
        /// A built-in camera with a longer focal length.
        public static let builtInTelephotoCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTelephotoCamera")
        /// A built-in camera with a shorter focal length.
        public static let builtInUltraWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInUltraWideCamera")
        /// Wide and telephoto as one virtual camera.
        public static let builtInDualCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualCamera")
        /// Ultra-wide and wide as one virtual camera.
        public static let builtInDualWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualWideCamera")
        /// Ultra-wide, wide and telephoto as one virtual camera.
        public static let builtInTripleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTripleCamera")
        /// A camera with an infrared depth sensor.
        public static let builtInTrueDepthCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTrueDepthCamera")
        /// A camera with a lidar depth sensor.
        public static let builtInLiDARDepthCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInLiDARDepthCamera")
        /// A phone that serves another machine as camera.
        public static let continuityCamera = DeviceType(rawValue: "AVCaptureDeviceTypeContinuityCamera")
        /// The older name of `builtInDualCamera`.
        @available(swift, deprecated: 5.0, renamed: "builtInDualCamera")
        public static let builtInDuoCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDuoCamera")
        /// The older name of `microphone`, with the same value.
        @available(swift, deprecated: 5.0, renamed: "microphone")
        public static let builtInMicrophone = DeviceType.microphone
    }
}
