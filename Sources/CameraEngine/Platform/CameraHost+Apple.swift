#if !os(Linux)
    extension CameraHost {
        /// The device that the program runs on.
        public static var current: CameraHost { .phone }
    }
#endif
