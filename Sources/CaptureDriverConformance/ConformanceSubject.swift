import CaptureDriver
import CoreMedia

/// A driver with one of its devices, and all that a check needs to know and do besides.
public struct ConformanceSubject: Sendable {
    /// Chooses formats from a device's description.
    public typealias FormatSelection = @Sendable (CaptureDeviceDescription) -> [CaptureFormat]

    /// How to pull the device's plug. Both return when the deed is done; the driver may notice later.
    public struct Plug: Sendable {
        /// Takes the device away.
        public var pull: @Sendable () throws -> Void
        /// Brings it back.
        public var insert: @Sendable () throws -> Void

        /// - Parameters:
        ///   - pull: takes the device away.
        ///   - insert: brings it back.
        public init(pull: @escaping @Sendable () throws -> Void, insert: @escaping @Sendable () throws -> Void) {
            self.pull = pull
            self.insert = insert
        }
    }

    /// A name for failures.
    public var name: String
    /// The driver.
    public var driver: any CaptureDriver
    /// The device, which has to be present when a check begins, and nobody else's.
    public var device: CaptureDeviceDescription.ID
    /// The clock that frames are stamped with.
    public var clock: any CaptureClock
    /// How to wait on that clock.
    public var waiting: any ConformanceWaiting
    /// Tolerances.
    public var limits: ConformanceLimits
    /// The formats that the streaming checks run with, each in turn.
    public var streamedFormats: FormatSelection
    /// The formats that are examined one by one, with a frame each.
    public var examinedFormats: FormatSelection
    /// How to unplug the device; `nil` if that can't be done.
    public var plug: Plug?
    /// Lets another program stream from the device; returns once it does, with what ends that. `nil` if that can't be done.
    public var occupyElsewhere: (@Sendable () throws -> @Sendable () -> Void)?

    /// Makes a subject that is examined with all formats, and streams with one format of each kind.
    ///
    /// - Parameters:
    ///   - name: for failures.
    ///   - driver: the driver.
    ///   - device: the id of one of its devices.
    ///   - clock: the clock that frames are stamped with.
    ///   - waiting: how to wait on that clock.
    ///   - limits: tolerances.
    public init(
        name: String,
        driver: any CaptureDriver,
        device: CaptureDeviceDescription.ID,
        clock: any CaptureClock,
        waiting: any ConformanceWaiting,
        limits: ConformanceLimits = ConformanceLimits()
    ) {
        self.name = name
        self.driver = driver
        self.device = device
        self.clock = clock
        self.waiting = waiting
        self.limits = limits
        streamedFormats = { Self.smallFormats(of: $0, highestRate: limits.highestExactRate) }
        examinedFormats = { $0.formats }
    }

    /// Whether depth maps can come with frames of the device.
    var offersDepth: Bool {
        let device = driver.devices().first { $0.id == self.device }
        return device?.formats.contains { !$0.traits.depthFormats.isEmpty } ?? false
    }

    /// The checks that the subject can be held to.
    public var checks: [ConformanceCheck] { ConformanceCheck.allCases.filter { $0.applies(to: self) } }

    /// One format of pixels and one compressed format, as far as the device has them: the smallest that is fluent.
    ///
    /// - Parameters:
    ///   - device: the device.
    ///   - highestRate: formats whose highest rate is above this are left out, unless there are no others.
    public static func smallFormats(of device: CaptureDeviceDescription, highestRate: Double) -> [CaptureFormat] {
        [false, true].compactMap { isCompressed in
            let candidates = device.formats
                .filter { ($0.mediaSubType == kCMVideoCodecType_JPEG) == isCompressed }
                .sorted { $0.dimensions.area < $1.dimensions.area }
            return candidates.first { (15...highestRate).contains($0.highestRate) } ?? candidates.first
        }
    }
}
