public import Foundation

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

/// How far the server is with a scan.
///
///     uploading -> queued -> recognising -> done
///                    ^           |--------> failed
///                    +-----------+ another attempt
public enum ScanState: String, Sendable, Hashable, Codable, CaseIterable {
    /// The photo is not complete yet.
    case uploading
    /// The photo is complete and waits for a worker.
    case queued
    /// A worker has the photo.
    case recognising
    /// The result is there.
    case done
    /// The photo cannot be recognised; no further attempt is made.
    case failed

    /// Whether nothing will happen any more.
    public var isFinal: Bool {
        switch self {
        case .uploading, .queued, .recognising: false
        case .done, .failed: true
        }
    }
}

/// The name of a scan, given by the server. It is a single component of an address.
public struct ScanID: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The longest name, in characters.
    public static let maximumLength = 64

    /// The name.
    public let text: String

    /// Takes a name of 1 to 64 letters, digits, `-` and `_` of ASCII; nil for any other text.
    public init?(_ text: String) {
        let isValid = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isValid, (1...Self.maximumLength).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    /// The name of a new scan, which nobody can guess.
    public init(_ uuid: UUID = UUID()) {
        text = uuid.uuidString.lowercased()
    }

    /// The name.
    public var description: String { text }

    /// Reads a name; throws `DecodingError` for a text that is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not the name of a scan.")
        }
        self = id
    }

    /// Writes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// The addresses of the protocol, as paths from the server's root.
public enum ScanAddress {
    /// Where scans are created, and `OPTIONS` tells what the server can do.
    public static let scans = "/v1/scans"

    /// One scan: its upload (`PATCH`, `HEAD`, `DELETE`) and its status (`GET`).
    public static func scan(_ id: ScanID) -> String { "\(scans)/\(id.text)" }

    /// The scan's events.
    public static func events(_ id: ScanID) -> String { "\(scan(id))/events" }

    /// The scan that an address names: the answer's `Location`, with or without scheme and host. Nil if it names none.
    public static func scanID(inLocation location: String) -> ScanID? {
        let path = location.prefix { $0 != "?" && $0 != "#" }
        guard let range = path.range(of: "\(scans)/") else { return nil }
        return ScanID(String(path[range.upperBound...]))
    }
}

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

/// What a recogniser is doing with a photo, as one word of a vocabulary that may grow.
///
/// A reader that does not know a word shows none. Words for people belong to the user interface.
public struct RecognitionStage: RawRepresentable, Sendable, Hashable, Codable {
    /// The word, as it stands in JSON.
    public let rawValue: String

    /// Takes any word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Decodes the image.
    public static let decoding = Self(rawValue: "decoding")
    /// Looks for text, spines and barcodes.
    public static let detecting = Self(rawValue: "detecting")
    /// Reads text.
    public static let reading = Self(rawValue: "reading")
    /// Searches the catalogue.
    public static let matching = Self(rawValue: "matching")
    /// Waits for the answer of a model on another machine.
    public static let waitingForModel = Self(rawValue: "waiting-for-model")
}

/// How far a recogniser is with a photo.
public struct RecognitionProgress: Sendable, Hashable {
    /// The part that is done, from 0 to 1.
    public var fraction: Double
    /// What is being done; nil if the recogniser does not tell.
    public var stage: RecognitionStage?

    /// Makes a progress.
    public init(_ fraction: Double, stage: RecognitionStage? = nil) {
        self.fraction = fraction
        self.stage = stage
    }
}

/// How long to wait before another attempt: twice as long each time up to a limit, half of it at random, so that those who
/// failed together do not come back together.
public struct RetryBackoff: Sendable, Hashable {
    /// What the first failure costs at most.
    public var base: Duration
    /// What any failure costs at most.
    public var limit: Duration

    /// Makes a rule.
    public init(base: Duration = .seconds(1), limit: Duration = .seconds(300)) {
        self.base = base
        self.limit = limit
    }

    /// The wait after so many failures in a row.
    ///
    /// - Parameters:
    ///   - failures: 1 for the first.
    ///   - jitter: a random share from 0 to 1; others count as the nearest of these.
    public func delay(failures: Int, jitter: Double) -> Duration {
        // Beyond 2^30 every limit is reached.
        let doublings = min(max(failures - 1, 0), 30)
        let full = min(base * (1 << doublings), limit)
        return full * (0.5 + 0.5 * min(max(jitter, 0), 1))
    }

    /// The wait after so many failures in a row, 1 for the first.
    public func delay(failures: Int, using generator: inout some RandomNumberGenerator) -> Duration {
        delay(failures: failures, jitter: Double.random(in: 0...1, using: &generator))
    }
}

/// Why a request failed, for programs and people: `application/problem+json` of RFC 9457.
public struct ProblemDetails: Sendable, Hashable, Error {
    /// The media type of a problem.
    public static let mediaType = "application/problem+json"

    /// A reference that names the kind of problem; `about:blank` when the status says all.
    public var type: String
    /// The kind of problem in a few words.
    public var title: String?
    /// The status of the answer.
    public var status: Int?
    /// What happened this time, and what helps.
    public var detail: String?
    /// A reference that names this one occurrence.
    public var instance: String?

    /// Makes a problem.
    public init(
        type: String = "about:blank",
        title: String? = nil,
        status: Int? = nil,
        detail: String? = nil,
        instance: String? = nil
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.instance = instance
    }

    /// Reads the body of an answer; nil if it is no JSON object.
    public init?(body: Data) {
        guard let problem = try? JSONDecoder().decode(Self.self, from: body) else { return nil }
        self = problem
    }
}

extension ProblemDetails: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, title, status, detail, instance
    }

    /// Reads an object. A member of the wrong type is ignored, and so is an unknown one (RFC 9457, 3.1 and 3.2).
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) -> String? { try? container.decode(String.self, forKey: key) }
        type = text(.type) ?? "about:blank"
        title = text(.title)
        status = (try? container.decode(Int.self, forKey: .status)).flatMap { (100...599).contains($0) ? $0 : nil }
        detail = text(.detail)
        instance = text(.instance)
    }
}
