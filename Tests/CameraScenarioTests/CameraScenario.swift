import AVFoundation
import CameraEngine
import CameraLifecycle
import CaptureDriver
import SimulatedDriver

/// A story of a camera: what users and a phone do, and what has to be seen.
///
/// It is played with the engine, the capture API and the simulated phone, in simulated time. Beyond what the story expects,
/// what must hold always is checked throughout: see `ScenarioRecord` and `ScenarioFixture.end()`.
struct CameraScenario: Sendable {
    /// The requirement that it tells about.
    var requirement: String
    /// What it tells.
    var name: String
    /// Which cameras there are.
    var phone: SimulatedPhone.Profile
    /// What the user has decided before.
    var permission: CaptureAuthorization
    /// What the user has decided about the microphone.
    var microphone = CaptureAuthorization.authorized
    /// How the engine sets up its session.
    var configuration = EngineConfiguration()
    /// What happens, in this order.
    var steps: [ScenarioStep]

    init(
        _ requirement: String,
        _ name: String,
        phone: SimulatedPhone.Profile = .iphone,
        permission: CaptureAuthorization = .authorized,
        _ steps: ScenarioStep...
    ) {
        self.requirement = requirement
        self.name = name
        self.phone = phone
        self.permission = permission
        self.steps = steps
    }
}

/// Something that happens in a scenario, or has to be seen in it.
enum ScenarioStep: Sendable {
    // MARK: What users do

    /// The app's wishes.
    case prewarm, start, stop, restart
    /// The app goes to the background, and comes back.
    case leavesApp, returnsToApp
    /// Another camera is chosen.
    case selects(AVCaptureDevice.Position)
    /// A camera is chosen that does not exist.
    case selectsNobodysCamera
    /// What the user answers when asked.
    case answers(SimulatedPhone.PermissionAnswer)
    /// What the user decides in the settings, or in the dialog that waits.
    case permission(CaptureAuthorization)

    // MARK: What the phone does

    /// The system takes the camera away, and gives it back.
    case interrupts(CameraInterruption)
    case interruptionEnds(CameraInterruption)
    case resetsMediaServices
    /// The next start of a session does not return until the media services are reset.
    case startHangs
    /// The running session fails, or the next start does.
    case sessionFails(code: Int)
    case startFails(code: Int)
    case pressure(SystemPressure.Level)
    case unplugs(camera: String)
    case plugs(camera: String)
    case fault(SimulatedFault)
    /// Another session of this program takes the camera, and gives it back.
    case otherSessionStarts, otherSessionStops

    // MARK: Bad behaviour

    /// The next calls into the driver go wrong.
    case driver(TroubledDriver.Call, TroubledDriver.Trouble, times: Int = 1)
    /// They go wrong no more; those that hang return.
    case driverHeals
    /// Who gets the frames does not return, and does.
    case consumerBlocks, consumerGoesOn
    /// The engine's clock jumps.
    case clockJumps(seconds: Double)
    /// An event that nobody expects.
    case event(CameraEvent)

    // MARK: Movies

    case movie(MovieStep)

    // MARK: Two cameras

    case two(TwoStep)

    // MARK: Time

    case passes(seconds: Double)

    // MARK: What has to be seen

    /// The user sees this, in time.
    case shows(CameraStatus, within: Double = 15)
    /// The user sees one of these, in time.
    case showsAnyOf([CameraStatus], within: Double = 15)
    /// The user sees this now, and nothing else for a time.
    case stays(CameraStatus, seconds: Double)
    /// The user has not seen this since the last wish.
    case neverShowed(CameraStatus)
    /// The camera in use.
    case uses(AVCaptureDevice.Position)
    /// Frames come, or don't.
    case framesCome
    case noFramesCome
    /// So many devices are open.
    case holds(devices: Int)

    /// Steps again and again.
    case repeats(Int, [ScenarioStep])

    static let failed = CameraStatus.failed(.cameraSystemError)
    static let starting = CameraStatus.starting(showsProgress: false)
    static let loading = CameraStatus.starting(showsProgress: true)
}
