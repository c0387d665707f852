import CaptureDriver

/// One thing that every capture driver has to do, as the documentation of `CaptureDriver` promises it.
///
/// A check opens the subject's device itself, leaves it closed, and depends on no other check; run them one at a time.
public enum ConformanceCheck: String, Sendable, Hashable, CaseIterable {
    // MARK: Discovery
    /// The list of devices is stable, ids are unique, and descriptions make sense.
    case listing
    /// Opening what doesn't exist is `.notFound`.
    case unknownDevice
    /// Unplugged while it streams: told to stream, handle and observers; plugged in again, it is the same device.
    case unplugWhileStreaming
    /// Unplugged while it is open without a stream, and plugged in again.
    case unplugWhileIdle
    /// An observer that was cancelled is told nothing.
    case observerCancellation

    // MARK: Opening and closing
    /// A second handle is refused as `.busy` until the first is closed.
    case exclusiveOpening
    /// A device that another program uses is `.busy`.
    case useElsewhere
    /// A closed handle reports `.disconnected`.
    case useAfterClose
    /// Stopping and closing twice is harmless.
    case repeatedStops

    // MARK: Streaming
    /// Every frame is delivered or reported as lost, and there are as many as the time allows.
    case frameCounts
    /// A stream can be started and stopped three times.
    case startStopCycles
    /// Nothing is delivered once `stopStream()` or `close()` has returned.
    case silenceAfterStop
    /// Consumers may hold 1, 2, 3, 5, 8 and 89 frames: none of them is overwritten, and the stream survives.
    case heldFrames
    /// Frames that are held stay readable after the stream has ended, while another runs, and after closing.
    case framesHeldAfterStop
    /// A fast and a slow consumer of the same frames don't disturb each other.
    case twoConsumers
    /// A consumer that is too slow delays frames, and is told of each one that is lost.
    case slowConsumer
    /// Frame times increase, keep the frame period, and are the capture clock's.
    case timestamps

    // MARK: Formats and rates
    /// Every advertised format and size is accepted, promised and delivered.
    case everyFormat
    /// A format that isn't listed is `.unsupportedFormat`, and does no harm.
    case unlistedFormat
    /// Starting another format while a stream runs ends that stream.
    case reconfiguration
    /// Every advertised frame duration is accepted and promised.
    case frameDurations
    /// What is promised as frame duration is delivered.
    case deliveredRate
    /// The frame duration of a running stream can be changed.
    case changeOfFrameDuration

    // MARK: Controls
    /// Every control takes values of its kind and gives them back.
    case controlValues
    /// Values out of range become the nearest in range; values that make no sense are refused.
    case controlLimits
    /// Controls that aren't listed are `.unsupportedControl`.
    case unlistedControls

    // MARK: Depth
    /// Depth formats are formats of depth, as high for their width as the frames. Each is accepted and delivered; one that isn't
    /// listed is `.unsupportedFormat`.
    case depthFormats
    /// Depth maps come with frames as often as was asked for, no more often, and only if they were asked for.
    case depthIntervals
    /// As `heldFrames`: maps that are held are not overwritten, and each frame that has one has its own.
    case heldDepthMaps
    /// Stopping ends maps with their frames: those that are held stay, and the next stream has none unless it asks for them.
    case depthAfterStop

    /// Whether the subject can be held to the check: some need the subject's help (plugging, another program) or a depth sensor.
    public func applies(to subject: ConformanceSubject) -> Bool {
        switch self {
        case .unplugWhileStreaming, .unplugWhileIdle, .observerCancellation: subject.plug != nil
        case .useElsewhere: subject.occupyElsewhere != nil
        case .depthFormats, .depthIntervals, .heldDepthMaps, .depthAfterStop: subject.offersDepth
        default: true
        }
    }

    /// Examines the subject. Returns at once if the check doesn't apply to it.
    ///
    /// - Throws: what was found, if anything.
    public func run(on subject: ConformanceSubject) throws(ConformanceFailure) {
        guard applies(to: subject) else { return }
        let examination = Examination(subject)
        do {
            try perform(examination)
        } catch is Examination.Abandoned {
            // What led to it has been noted.
        } catch {
            examination.record("The check met an unexpected error: \(error)")
        }
        guard examination.findings.isEmpty else {
            throw ConformanceFailure(check: self, subject: subject.name, findings: examination.findings)
        }
    }

    private func perform(_ examination: Examination) throws {
        switch self {
        case .listing: try examination.listing()
        case .unknownDevice: examination.unknownDevice()
        case .unplugWhileStreaming: try examination.unplugWhileStreaming()
        case .unplugWhileIdle: try examination.unplugWhileIdle()
        case .observerCancellation: try examination.observerCancellation()
        case .exclusiveOpening: try examination.exclusiveOpening()
        case .useElsewhere: try examination.useElsewhere()
        case .useAfterClose: try examination.useAfterClose()
        case .repeatedStops: try examination.repeatedStops()
        case .frameCounts: try examination.frameCounts()
        case .startStopCycles: try examination.startStopCycles()
        case .silenceAfterStop: try examination.silenceAfterStop()
        case .heldFrames: try examination.heldFrames()
        case .framesHeldAfterStop: try examination.framesHeldAfterStop()
        case .twoConsumers: try examination.twoConsumers()
        case .slowConsumer: try examination.slowConsumer()
        case .timestamps: try examination.timestamps()
        case .everyFormat: try examination.everyFormat()
        case .unlistedFormat: try examination.unlistedFormat()
        case .reconfiguration: try examination.reconfiguration()
        case .frameDurations: try examination.frameDurations()
        case .deliveredRate: try examination.deliveredRate()
        case .changeOfFrameDuration: try examination.changeOfFrameDuration()
        case .controlValues: try examination.controlValues()
        case .controlLimits: try examination.controlLimits()
        case .unlistedControls: try examination.unlistedControls()
        case .depthFormats: try examination.depthFormats()
        case .depthIntervals: try examination.depthIntervals()
        case .heldDepthMaps: try examination.heldDepthMaps()
        case .depthAfterStop: try examination.depthAfterStop()
        }
    }
}

/// What a check found wrong with a driver.
public struct ConformanceFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// One thing that is wrong.
    public struct Finding: Sendable, Hashable, CustomStringConvertible {
        /// What was expected and what happened, as a sentence.
        public var message: String
        /// The format it happened with; `nil` when it has nothing to do with one.
        public var format: CaptureFormat?

        /// The sentence, with the format before it.
        public var description: String {
            format.map { "\($0.label): \(message)" } ?? message
        }
    }

    /// The check that failed.
    public var check: ConformanceCheck
    /// The subject's name.
    public var subject: String
    /// All that was found; at least one.
    public var findings: [Finding]

    /// A line that says which check failed on which subject, and a line for each finding.
    public var description: String {
        (["\(subject) fails the check \(check.rawValue):"] + findings.map { "- \($0)" }).joined(separator: "\n")
    }
}

extension CaptureFormat {
    /// `640x480 420v`, with the rates.
    var label: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: mediaSubType >> $0) }
        let code = String(decoding: bytes.map { (32...126).contains($0) ? $0 : UInt8(ascii: ".") }, as: UTF8.self)
        let rates = frameDurations.map { range in
            range.shortest == range.longest
                ? "\(range.shortest.rateLabel)" : "\(range.longest.rateLabel)-\(range.shortest.rateLabel)"
        }
        return "\(dimensions) \(code) at \(rates.joined(separator: ", ")) fps"
    }
}
