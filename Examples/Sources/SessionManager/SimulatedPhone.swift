#if os(Linux)
    import CaptureDriver
    import SimulatedDriver

    /// Puts a phone in force whose user lets apps use the camera.
    func useSimulatedPhone() {
        let phone = SimulatedPhone(profile: .iphone)
        phone.permissionAnswer = .allow
        CaptureSystem.use(phone.system)
    }
#else
    func useSimulatedPhone() {
        fatalError("There are simulated phones on Linux only.")
    }
#endif
