/// News of one scan, as `/v1/scans/{id}/events` sends them. The type of the server-sent event is the state's name.
///
/// In JSON `{"state"}`, with `progress` and, if known, `stage` for `recognising`, `result` for `done` and `problem` for `failed`.
public enum ScanEvent: Sendable, Hashable {
    /// The photo is complete and waits for a worker, for the first time or once more.
    case queued
    /// A worker has the photo and is so far with it.
    case recognising(RecognitionProgress)
    /// The result; nothing follows.
    case done(PhotoResult)
    /// Why there is no result; nothing follows.
    case failed(ProblemDetails)

    /// The scan's state after this event.
    public var state: ScanState {
        switch self {
        case .queued: .queued
        case .recognising: .recognising
        case .done: .done
        case .failed: .failed
        }
    }

    /// Whether nothing follows.
    public var isFinal: Bool { state.isFinal }
}

extension ScanEvent: Codable {
    private enum CodingKeys: String, CodingKey {
        case state, progress, stage, result, problem
    }

    /// Reads an event; throws `DecodingError` for an unknown state, a missing part, and progress outside of 0 to 1.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(ScanState.self, forKey: .state) {
        case .queued: self = .queued
        case .recognising:
            let progress = try container.decode(Double.self, forKey: .progress)
            guard (0...1).contains(progress) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .progress,
                    in: container,
                    debugDescription: "Progress is from 0 to 1."
                )
            }
            let stage = try container.decodeIfPresent(RecognitionStage.self, forKey: .stage)
            self = .recognising(RecognitionProgress(progress, stage: stage))
        case .done: self = .done(try container.decode(PhotoResult.self, forKey: .result))
        case .failed: self = .failed(try container.decode(ProblemDetails.self, forKey: .problem))
        case .uploading:
            throw DecodingError.dataCorruptedError(
                forKey: .state,
                in: container,
                debugDescription: "There are no events before the photo is complete."
            )
        }
    }

    /// Writes the state and what belongs to it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(state, forKey: .state)
        switch self {
        case .queued: break
        case .recognising(let progress):
            try container.encode(progress.fraction, forKey: .progress)
            try container.encodeIfPresent(progress.stage, forKey: .stage)
        case .done(let result): try container.encode(result, forKey: .result)
        case .failed(let problem): try container.encode(problem, forKey: .problem)
        }
    }
}
