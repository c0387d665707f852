import ALSADriver
import CaptureDriver

/// All that was found out: what `--json` prints. The keys are stable; `docs/doctor.md` explains them.
public struct Report: Sendable, Hashable, Codable {
    /// Grows when a key changes its meaning or goes away.
    public var version = 1
    /// The worst severity found.
    public var verdict: Severity
    /// The command's exit status: 0 when nothing is worse than a note, else 1.
    public var exitStatus: Int32
    /// Whether the cameras are simulated ones.
    public var isSimulated: Bool
    /// What concerns the machine as a whole.
    public var findings: [Finding]
    /// Cameras, and nodes that ought to be cameras.
    public var cameras: [CameraReport]
    /// Inputs for sound.
    public var microphones: [MicrophoneReport]
    /// Video nodes that are no cameras, such as a webcam's metadata.
    public var otherNodes: [OtherNode]

    init(
        isSimulated: Bool,
        findings: [Finding],
        cameras: [CameraReport],
        microphones: [MicrophoneReport],
        otherNodes: [OtherNode]
    ) {
        self.isSimulated = isSimulated
        self.findings = findings
        self.cameras = cameras
        self.microphones = microphones
        self.otherNodes = otherNodes
        let worst = ([findings.worst] + cameras.map(\.verdict) + microphones.map(\.verdict)).max() ?? .ok
        verdict = worst
        exitStatus = worst >= .warning ? 1 : 0
    }

    /// All findings of all devices.
    public var allFindings: [Finding] {
        findings + cameras.flatMap(\.findings) + microphones.flatMap(\.findings)
    }
}

/// What was found out about a camera.
public struct CameraReport: Sendable, Hashable, Codable {
    /// The formats of one encoding together.
    public struct Formats: Sendable, Hashable, Codable {
        /// The encoding's name.
        public var pixelFormat: String
        /// How many sizes there are.
        public var count: Int
        /// The largest size.
        public var largestWidth: Int
        /// The largest size.
        public var largestHeight: Int
        /// Frames per second at the largest size.
        public var rateAtLargest: Double
    }

    /// The test of the stream.
    public struct Stream: Sendable, Hashable, Codable {
        /// The format that was tested: the one that an app gets.
        public var pixelFormat: String
        /// Its width in pixels.
        public var width: Int
        /// Its height in pixels.
        public var height: Int
        /// Frames per second promised; left out when there is no promise.
        public var promisedRate: Double?
        /// Frames per second delivered; left out when too few came.
        public var measuredRate: Double?
        /// Frames delivered.
        public var frames: Int
        /// Frames lost.
        public var lost: Int
        /// Frames that were damaged.
        public var corrupt: Int
        /// Seconds to the first frame; left out when none came.
        public var firstFrameAfter: Double?
        /// Seconds tested, from the first frame's time to the last one's.
        public var seconds: Double
        /// The longest time between two frames, in seconds.
        public var longestGap: Double
        /// Standard deviation of the time between two frames, in seconds.
        public var jitter: Double
    }

    /// The name to show.
    public var name: String
    /// The lasting identifier; left out when the camera could not be asked.
    public var id: String?
    /// The node; left out for a simulated camera.
    public var path: String?
    /// The worst severity found.
    public var verdict: Severity
    /// The verdict in a few words.
    public var headline: String
    /// What was found.
    public var findings: [Finding]
    /// What it offers.
    public var formats: [Formats]
    /// The test; left out when the camera could not be started.
    public var stream: Stream?
    /// Processes that have it open, as far as may be known.
    public var holders: [Holder]
}

/// What was found out about an input for sound.
public struct MicrophoneReport: Sendable, Hashable, Codable {
    /// The test.
    public struct Stream: Sendable, Hashable, Codable {
        /// Channels tested.
        public var channels: Int
        /// Samples per second promised.
        public var promisedRate: Int
        /// Samples per second measured; left out when too few came.
        public var measuredRate: Double?
        /// Frames that came.
        public var frames: Int
        /// How often sound was lost.
        public var overruns: Int
        /// The loudest sample; full scale is 1.
        public var peak: Double
        /// The root of the mean square; full scale is 1.
        public var rms: Double
        /// The fewest channels it can be asked for.
        public var fewestChannels: Int
        /// The most channels it can be asked for.
        public var mostChannels: Int
        /// The lowest rate it can be asked for.
        public var lowestRate: Int
        /// The highest rate it can be asked for.
        public var highestRate: Int
    }

    /// The name to show.
    public var name: String
    /// ALSA's name for it.
    public var id: String
    /// The node; left out for one that has none of its own.
    public var path: String?
    /// The worst severity found.
    public var verdict: Severity
    /// The verdict in a few words.
    public var headline: String
    /// What was found.
    public var findings: [Finding]
    /// The test; left out when it could not be opened.
    public var stream: Stream?
    /// Processes that have it open, as far as may be known.
    public var holders: [Holder]
}

/// A video node that is no camera.
public struct OtherNode: Sendable, Hashable, Codable {
    /// `/dev/videoN`.
    public var path: String
    /// The kernel's name for it.
    public var name: String
}

extension CameraReport {
    /// Puts together what is known of a camera.
    init(_ camera: CameraMeasurement, machine: Machine) {
        let found = CameraRules(machine: machine, camera: camera).findings
        self.init(
            name: camera.name,
            id: camera.description?.id,
            path: camera.path,
            verdict: found.worst,
            headline: Headline.text(works: "works", findings: found),
            findings: found,
            formats: Formats.list(camera.description?.formats ?? []),
            stream: camera.stream.flatMap(Stream.init),
            holders: camera.holders.known
        )
    }
}

extension CameraReport.Formats {
    /// One entry for each encoding, in the camera's order.
    static func list(_ formats: [CaptureFormat]) -> [CameraReport.Formats] {
        var order: [String] = []
        var groups: [String: [CaptureFormat]] = [:]
        for format in formats {
            let name = PixelFormatName.text(format.mediaSubType)
            if groups[name] == nil { order.append(name) }
            groups[name, default: []].append(format)
        }
        return order.compactMap { name in
            guard let group = groups[name], let largest = group.max(by: { $0.dimensions.area < $1.dimensions.area })
            else { return nil }
            return CameraReport.Formats(
                pixelFormat: name,
                count: Set(group.map(\.dimensions)).count,
                largestWidth: Int(largest.dimensions.width),
                largestHeight: Int(largest.dimensions.height),
                rateAtLargest: largest.bestRate
            )
        }
    }
}

extension CameraReport.Stream {
    /// The test's figures; `nil` when the stream was not started.
    init?(_ measurement: StreamMeasurement) {
        guard case .ran(let tally) = measurement.outcome else { return nil }
        self.init(
            pixelFormat: PixelFormatName.text(measurement.format.mediaSubType),
            width: Int(measurement.format.dimensions.width),
            height: Int(measurement.format.dimensions.height),
            promisedRate: measurement.promisedRate,
            measuredRate: tally.deliveredRate,
            frames: tally.frames,
            lost: tally.lost,
            corrupt: tally.corrupt + tally.corruptAtStart,
            firstFrameAfter: tally.firstAfter,
            seconds: tally.span,
            longestGap: tally.longestGap,
            jitter: tally.unevenness
        )
    }
}

extension MicrophoneReport {
    /// Puts together what is known of an input.
    init(_ examination: MicrophoneInspection, machine: Machine) {
        let found = MicrophoneRules(machine: machine, examination: examination).findings
        self.init(
            name: examination.microphone.name,
            id: examination.microphone.id,
            path: examination.path,
            verdict: found.worst,
            headline: Headline.text(works: "works", findings: found),
            findings: found,
            stream: Stream(examination.outcome),
            holders: examination.holders.known
        )
    }
}

extension MicrophoneReport.Stream {
    /// The test's figures; `nil` when nothing was listened to.
    init?(_ outcome: MicrophoneInspection.Outcome) {
        guard case .listened(let measurement) = outcome else { return nil }
        let configuration = measurement.configuration
        self.init(
            channels: configuration.channels,
            promisedRate: configuration.rate,
            measuredRate: measurement.measuredRate,
            frames: measurement.frames,
            overruns: measurement.overruns,
            peak: measurement.level.peak,
            rms: measurement.level.rms,
            fewestChannels: configuration.channelRange.lowerBound,
            mostChannels: configuration.channelRange.upperBound,
            lowestRate: configuration.rateRange.lowerBound,
            highestRate: configuration.rateRange.upperBound
        )
    }
}
