import CoreMedia

/// The world around the devices: what a phone's operating system decides, or a Linux machine's permissions and sensors tell.
/// All methods may be called from any thread.
public protocol SystemConditions: AnyObject, Sendable {
    /// Whether the program may capture a medium. Raw values of the answer are Apple's `AVAuthorizationStatus`.
    func authorization(for medium: CaptureDeviceDescription.Medium) -> CaptureAuthorization

    /// Asks the user, if undecided; calls back on any thread with the answer.
    func requestAuthorization(
        for medium: CaptureDeviceDescription.Medium,
        completion: @escaping @Sendable (Bool) -> Void
    )

    /// How the host device is held; `nil` when it has no orientation (a desktop machine).
    var orientation: HostOrientation? { get }

    /// What kind of machine the devices belong to.
    var hostKind: CaptureHostKind { get }

    /// The heat and power pressure on a device.
    func pressure(on device: CaptureDeviceDescription.ID) -> SystemPressure

    /// What there is for cameras that run at the same time.
    var cameraHardware: CaptureCameraHardware { get }

    /// The interruptions that are in force now, oldest first.
    ///
    /// - Parameter media: what the session has inputs for. One without a microphone is not interrupted when only the
    ///   microphone is taken away.
    func interruptions(of media: Set<CaptureDeviceDescription.Medium>) -> [CaptureInterruption]

    /// A client asks a session to start that nothing interrupts. Returns as soon as the system has an answer, which may
    /// take it seconds; called with nothing locked, so that other sessions go on meanwhile.
    func sessionWillStart(_ session: CaptureSessionIdentity)

    /// A chance to refuse the start of a session, or a change of one that runs, as media services do when hardware is
    /// exhausted.
    ///
    /// - Parameter devices: the devices that the session is going to stream from, in the order in which they were added.
    /// - Returns: why the session fails, or `nil`.
    func refusalToStart(
        _ session: CaptureSessionIdentity,
        devices: [CaptureDeviceDescription.ID]
    ) -> CaptureStartRefusal?

    /// A client has stopped a session, whether it ran or not.
    ///
    /// - Parameter attached: how many inputs and outputs were in it.
    func sessionStopped(_ session: CaptureSessionIdentity, attached: Int)

    /// A session is no more.
    func sessionEnded(_ session: CaptureSessionIdentity)

    /// The ports that sound could come in through if the program had these preferences; `nil` when the drivers' microphones are all
    /// that is known.
    func audioInputs(for preferences: CaptureAudioPreferences) -> [CaptureAudioPort]?

    /// The ports that sound would take if the program had these preferences; `nil` when the drivers' microphones are all that is
    /// known.
    func audioRoute(for preferences: CaptureAudioPreferences) -> CaptureAudioRoute?

    /// The program has these preferences from now on; sound follows them.
    func setAudioPreferences(_ preferences: CaptureAudioPreferences)

    /// How many controls fit on the device's button for cameras; 0 for a device that has none.
    var controlLimit: Int { get }

    /// Tells of changes until the observation is cancelled or released; called one at a time, in order, on any thread.
    func observe(_ handler: @escaping @Sendable (SystemConditionChange) -> Void) -> CaptureObservation
}

extension SystemConditions {
    /// A computer.
    public var hostKind: CaptureHostKind { .computer }

    /// Knows of no limits.
    public var cameraHardware: CaptureCameraHardware { CaptureCameraHardware() }

    /// Knows of no ports.
    public func audioInputs(for preferences: CaptureAudioPreferences) -> [CaptureAudioPort]? { nil }

    /// Knows of no route.
    public func audioRoute(for preferences: CaptureAudioPreferences) -> CaptureAudioRoute? { nil }

    /// Has no choice of routes.
    public func setAudioPreferences(_ preferences: CaptureAudioPreferences) {}

    /// Has no button for cameras.
    public var controlLimit: Int { 0 }

    /// Answers at once.
    public func sessionWillStart(_ session: CaptureSessionIdentity) {}

    /// Refuses nothing.
    public func refusalToStart(
        _ session: CaptureSessionIdentity,
        devices: [CaptureDeviceDescription.ID]
    ) -> CaptureStartRefusal? {
        nil
    }

    /// Keeps no account of sessions.
    public func sessionStopped(_ session: CaptureSessionIdentity, attached: Int) {}

    /// Keeps no account of sessions.
    public func sessionEnded(_ session: CaptureSessionIdentity) {}
}

/// Whether the program may capture. Raw values are those of Apple's `AVAuthorizationStatus`.
public enum CaptureAuthorization: Int, Sendable, Hashable, CaseIterable {
    /// The user has not been asked.
    case notDetermined = 0
    /// Not allowed, and the user cannot change it.
    case restricted = 1
    /// The user (or file permissions) said no.
    case denied = 2
    /// Allowed.
    case authorized = 3
}

/// How a hand-held host device is held, as gravity tells it. Raw values are those of UIKit's `UIDeviceOrientation`.
public enum HostOrientation: Int, Sendable, Hashable, CaseIterable {
    /// Upright.
    case portrait = 1
    /// Upside down.
    case portraitUpsideDown = 2
    /// The top points to the left.
    case landscapeLeft = 3
    /// The top points to the right.
    case landscapeRight = 4
}

/// Pressure by heat and power, as Apple's `AVCaptureDevice.SystemPressureState` tells it.
public struct SystemPressure: Sendable, Hashable {
    /// The levels, in ascending order.
    public enum Level: Int, Sendable, Hashable, CaseIterable, Comparable {
        /// All is well.
        case nominal
        /// Slightly raised.
        case fair
        /// Capture should be throttled.
        case serious
        /// Capture should be throttled strongly.
        case critical
        /// Capture has to stop.
        case shutdown

        /// In ascending order of pressure.
        public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    /// The level.
    public var level: Level
    /// What contributes; bits of Apple's `SystemPressureState.Factors` (system temperature 1, peak power 2, depth module 4, camera 8).
    public var factors: UInt

    /// Makes a state of pressure.
    public init(level: Level = .nominal, factors: UInt = 0) {
        self.level = level
        self.factors = factors
    }
}

/// Why the system interrupts capture. Raw values are those of Apple's `AVCaptureSession.InterruptionReason`.
public enum CaptureInterruption: Int, Sendable, Hashable, CaseIterable {
    /// The program went to the background.
    case videoDeviceNotAvailableInBackground = 1
    /// A call or an alarm has the microphone.
    case audioDeviceInUseByAnotherClient = 2
    /// Another client has the camera.
    case videoDeviceInUseByAnotherClient = 3
    /// Several programs share the screen.
    case videoDeviceNotAvailableWithMultipleForegroundApps = 4
    /// Too hot, or too little power.
    case videoDeviceNotAvailableDueToSystemPressure = 5
    /// Sensitive content was found.
    case sensitiveContentMitigationActivated = 6
}

/// A change of the conditions.
public enum SystemConditionChange: Sendable, Hashable {
    /// Permission for a medium changed.
    case authorization(CaptureDeviceDescription.Medium)
    /// The host device is held differently.
    case orientation
    /// The pressure on a device changed.
    case pressure(CaptureDeviceDescription.ID)
    /// What there is for cameras that run at the same time changed.
    case cameraHardware
    /// Capture is interrupted.
    case interruptionBegan(CaptureInterruption)
    /// The interruption with this reason is over.
    case interruptionEnded(CaptureInterruption)
    /// The ports of sound have changed.
    case audioPorts(CaptureAudioRouteReason)
    /// Media services died.
    case mediaServicesWereLost
    /// Media services died and are back; running sessions have stopped.
    case mediaServicesWereReset
    /// A running session fails with this code of Apple's `AVError` domain.
    case sessionFailed(code: Int)
    /// The user does something with the device's button for cameras.
    case controlGesture(CaptureControlGesture)
}

/// A way for sound into or out of the host device, such as a headset's microphone.
public struct CaptureAudioPort: Sendable, Hashable, Identifiable {
    /// Identifies the port as long as what it stands for exists.
    public var id: String
    /// The raw value of Apple's `AVAudioSession.Port`, such as `MicrophoneBuiltIn`.
    public var kind: String
    /// The name to show to people.
    public var name: String
    /// How many channels it has.
    public var channels: Int
    /// The rate that it is bound to, in frames per second; `nil` when it takes any that the microphone offers.
    public var sampleRate: Double?
    /// Whether it is a Bluetooth microphone that can be recorded from in high quality.
    public var supportsHighQualityBluetooth: Bool
    /// Whether it is being recorded from in that quality.
    public var usesHighQualityBluetooth: Bool

    /// Makes a port.
    public init(
        id: String,
        kind: String,
        name: String,
        channels: Int,
        sampleRate: Double? = nil,
        supportsHighQualityBluetooth: Bool = false,
        usesHighQualityBluetooth: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.channels = channels
        self.sampleRate = sampleRate
        self.supportsHighQualityBluetooth = supportsHighQualityBluetooth
        self.usesHighQualityBluetooth = usesHighQualityBluetooth
    }
}

/// The ports that sound takes.
public struct CaptureAudioRoute: Sendable, Hashable {
    /// Where sound comes in.
    public var inputs: [CaptureAudioPort]
    /// Where sound goes out.
    public var outputs: [CaptureAudioPort]

    /// Makes a route.
    public init(inputs: [CaptureAudioPort] = [], outputs: [CaptureAudioPort] = []) {
        self.inputs = inputs
        self.outputs = outputs
    }
}

/// What the program asks of the host device's sound, on which its route depends.
public struct CaptureAudioPreferences: Sendable, Hashable {
    /// Whether sound comes in.
    public var usesInput: Bool
    /// Whether sound goes out.
    public var usesOutput: Bool
    /// Whether sound goes to the receiver at the ear, where nothing is plugged in, rather than to the speaker.
    public var prefersReceiver: Bool
    /// Whether a Bluetooth headset may be used hands-free, for both directions.
    public var allowsBluetoothHandsFree: Bool
    /// Whether a Bluetooth headset may be recorded from in high quality.
    public var allowsBluetoothHighQuality: Bool
    /// Whether sound may go out to Bluetooth headphones.
    public var allowsBluetoothOutput: Bool
    /// The port that sound is to come in through; `nil` leaves it to the system.
    public var preferredInput: CaptureAudioPort.ID?

    /// Makes wishes; none when everything is left out.
    public init(
        usesInput: Bool = false,
        usesOutput: Bool = true,
        prefersReceiver: Bool = false,
        allowsBluetoothHandsFree: Bool = false,
        allowsBluetoothHighQuality: Bool = false,
        allowsBluetoothOutput: Bool = true,
        preferredInput: CaptureAudioPort.ID? = nil
    ) {
        self.usesInput = usesInput
        self.usesOutput = usesOutput
        self.prefersReceiver = prefersReceiver
        self.allowsBluetoothHandsFree = allowsBluetoothHandsFree
        self.allowsBluetoothHighQuality = allowsBluetoothHighQuality
        self.allowsBluetoothOutput = allowsBluetoothOutput
        self.preferredInput = preferredInput
    }
}

/// Why the route, or what it can be, has changed. Raw values are those of Apple's `AVAudioSession.RouteChangeReason`.
public enum CaptureAudioRouteReason: UInt, Sendable, Hashable, CaseIterable {
    /// Something was plugged in or connected.
    case newDeviceAvailable = 1
    /// Something was pulled out, or has lost its connection.
    case oldDeviceUnavailable = 2
}
