import ALSADriver
import CaptureDriver
import V4L2Driver

/// Examines cameras and microphones and says in plain words what is wrong with them.
///
/// One device after the other: two cameras at once may lack room on their bus. Blocks the caller for about `seconds` for
/// each device that works; one that hangs is given up after a bounded time.
public struct Diagnostics: Sendable {
    /// What to examine.
    public struct Options: Sendable {
        /// Seconds to test each device.
        public var seconds: Double
        /// A camera's name (or part of one), identifier or node; `nil` for all.
        public var camera: String?
        /// Whether to examine cameras.
        public var examinesCameras: Bool
        /// Whether to examine microphones.
        public var examinesMicrophones: Bool

        /// Makes options.
        public init(
            seconds: Double = 2,
            camera: String? = nil,
            examinesCameras: Bool = true,
            examinesMicrophones: Bool = true
        ) {
            self.seconds = seconds
            self.camera = camera
            self.examinesCameras = examinesCameras
            self.examinesMicrophones = examinesMicrophones
        }
    }

    private let options: Options
    private let progress: @Sendable (String) -> Void

    /// - Parameters:
    ///   - options: what to examine.
    ///   - progress: is told what is being done, in words for the user.
    public init(options: Options, progress: @escaping @Sendable (String) -> Void) {
        self.options = options
        self.progress = progress
    }

    /// Examines the machine's own devices.
    public func examineMachine() -> Report {
        var machine = MachineReader().machine()
        machine.isSimulated = false
        var findings: [Finding] = []
        var cameras: [CameraMeasurement] = []
        var others: [OtherNode] = []
        if options.examinesCameras {
            (cameras, others) = MachineCameras(options: options, progress: progress).examine()
            findings = findingsAboutCameras(machine, cameras)
        }
        let microphones =
            options.examinesMicrophones ? MachineMicrophones(options: options, progress: progress).examine() : []
        if options.examinesMicrophones {
            findings += MachineRules.audioFindings(machine, hasMicrophones: !microphones.isEmpty)
        }
        findings += MachineRules.viewfinderFindings(machine)
        return Report(
            isSimulated: false,
            findings: findings,
            cameras: cameras.map { CameraReport($0, machine: machine) },
            microphones: microphones.map { MicrophoneReport($0, machine: machine) },
            otherNodes: others
        )
    }

    /// Examines the cameras of a simulation. Its microphones, should it have any, are left out.
    public func examine(_ system: CaptureSystem) -> Report {
        let machine = Machine(isSimulated: true)
        let cameras = options.examinesCameras ? simulated(system) : []
        return Report(
            isSimulated: true,
            findings: options.examinesCameras ? MachineRules.findings(machine, cameras: cameras) : [],
            cameras: cameras.map { CameraReport($0, machine: machine) },
            microphones: [],
            otherNodes: []
        )
    }

    private func findingsAboutCameras(_ machine: Machine, _ cameras: [CameraMeasurement]) -> [Finding] {
        guard let wanted = options.camera, cameras.isEmpty else {
            return MachineRules.findings(machine, cameras: cameras)
        }
        let missing = machine.usbCameras.contains { !$0.hasNode }
        return missing ? MachineRules.findings(machine, cameras: []) : [MachineRules.noSuchCamera(wanted)]
    }

    private func simulated(_ system: CaptureSystem) -> [CameraMeasurement] {
        system.drivers.flatMap { driver in
            // Virtual cameras are made of others, which are tested themselves.
            driver.devices().filter { $0.medium == .video && $0.constituents.isEmpty }.map { camera in
                progress("Testing \(camera.name) ...")
                let probe = CameraProbe(driver: driver, clock: system.clock, seconds: options.seconds)
                return CameraMeasurement(
                    path: nil,
                    fallbackName: camera.name,
                    probeResult: .camera(camera),
                    stream: probe.test(camera)
                )
            }
        }
    }
}
