import CaptureDriver

/// All that was found out about a camera, or about a node that may be one.
struct CameraMeasurement: Sendable {
    /// What became of the attempt to probe the node.
    enum ProbeResult: Sendable {
        /// It is a camera.
        case camera(CaptureDeviceDescription)
        /// It could not be opened or asked.
        case inaccessible(CaptureDriverError)
        /// It did not answer within this many seconds.
        case noAnswer(seconds: Double)
        /// It captures through the multi-planar interface alone.
        case multiplanarOnly
        /// It captures but cannot stream.
        case cannotStream
        /// None of its formats can be delivered.
        case noUsableFormat
    }

    /// The node; `nil` for a camera that has none.
    var path: String?
    /// The name when nothing better is known.
    var fallbackName: String
    /// What became of probing it.
    var probeResult: ProbeResult
    /// Who may use the node; `nil` when there is no node.
    var permission: NodePermission?
    /// Who has it open.
    var holders = Holders()
    /// How it is attached.
    var attachment = Attachment()
    /// The test of its stream; `nil` when there was none.
    var stream: StreamMeasurement?

    /// The camera's description, if it is one.
    var description: CaptureDeviceDescription? {
        if case .camera(let description) = probeResult { description } else { nil }
    }

    /// The name to show.
    var name: String { description?.name ?? fallbackName }
}

/// What came of the test of a camera's stream.
struct StreamMeasurement: Sendable {
    /// How the test went.
    enum Outcome: Sendable {
        /// The stream was started, and this came.
        case ran(StreamTally)
        /// It was refused.
        case refused(CaptureDriverError)
        /// The camera hung for so many seconds.
        case noAnswer(seconds: Double)
    }

    /// The format asked for.
    var format: CaptureFormat
    /// Frames per second promised; `nil` for no promise.
    var promisedRate: Double?
    /// Seconds that the first frame was waited for at most.
    var patience: Double
    /// How it went.
    var outcome: Outcome
}
