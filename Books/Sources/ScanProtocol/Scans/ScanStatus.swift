/// The answer to `GET /v1/scans/{id}`: all that is known of a scan now.
public struct ScanStatus: Sendable, Hashable, Codable {
    /// The scan.
    public var id: ScanID
    /// How far the server is.
    public var state: ScanState
    /// The bytes of the photo that are stored.
    public var offset: Int64
    /// The bytes that the photo has.
    public var length: Int64
    /// How far the worker is, from 0 to 1, while the state is `recognising`.
    public var progress: Double?
    /// What the worker is doing, if it tells, while the state is `recognising`.
    public var stage: RecognitionStage?
    /// The result, when the state is `done`.
    public var result: PhotoResult?
    /// Why there is no result, when the state is `failed`.
    public var problem: ProblemDetails?

    /// Makes a status.
    public init(
        id: ScanID,
        state: ScanState,
        offset: Int64,
        length: Int64,
        progress: Double? = nil,
        stage: RecognitionStage? = nil,
        result: PhotoResult? = nil,
        problem: ProblemDetails? = nil
    ) {
        self.id = id
        self.state = state
        self.offset = offset
        self.length = length
        self.progress = progress
        self.stage = stage
        self.result = result
        self.problem = problem
    }
}
