#if os(Linux)
    import AVFAudio
    import CaptureDriver

    extension CameraHost {
        /// The machine whose cameras the program uses: this computer, or a simulated phone.
        public static var current: CameraHost {
            switch CaptureSystem.current.conditions.hostKind {
            case .phone: .phone
            case .computer: .computer
            }
        }
    }
#endif
