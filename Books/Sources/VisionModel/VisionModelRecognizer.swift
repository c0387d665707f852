public import Foundation
public import HTTPTransports
import HTTPTypes
public import RecognitionService
public import ScanProtocol
import TokenEstimation

/// A recogniser that asks a vision model behind an HTTP interface (R-SCAN-7).
///
/// Photos leave the machine, and each costs money: it is never the default. Books carry no ISBN, because a model that
/// does not see one invents one, and an ISBN counts for more than text.
public struct VisionModelRecognizer: BookRecognizer {
    /// Makes the image that is sent of a photo's bytes. Throws `UnrecognizablePhoto` for what is no image.
    public typealias Preparation = @Sendable (Data) async throws -> PreparedPhoto

    private let configuration: VisionModelConfiguration
    private let transport: any HTTPTransport
    private let prepare: Preparation
    private let now: @Sendable () -> Date

    /// Makes a recogniser.
    ///
    /// - Parameters:
    ///   - configuration: which model.
    ///   - transport: follows no redirections, so that the key goes to the endpoint alone.
    ///   - prepare: decodes, turns upright, scales and encodes photos.
    ///   - now: the time that dates in `Retry-After` are held against.
    public init(
        configuration: VisionModelConfiguration,
        transport: any HTTPTransport,
        now: @escaping @Sendable () -> Date = { Date() },
        prepare: @escaping Preparation
    ) {
        self.configuration = configuration
        self.transport = transport
        self.prepare = prepare
        self.now = now
    }

    public var name: String { configuration.model }

    public func recognize(
        photo: Data,
        progress: @escaping @Sendable (RecognitionProgress) -> Void
    ) async throws -> PhotoResult {
        progress(RecognitionProgress(0, stage: .decoding))
        let prepared = try await prepare(photo)
        guard prepared.image.count <= configuration.maximumImageSize else {
            throw UnrecognizablePhoto(
                reason:
                    "The image has \(prepared.image.count) bytes; at most \(configuration.maximumImageSize) are sent."
            )
        }
        progress(RecognitionProgress(0.2, stage: .waitingForModel))
        let answer: ModelAnswer
        switch configuration.form {
        case .gemini: answer = try await ask(GeminiForm.self, prepared)
        case .chatCompletions: answer = try await ask(ChatCompletionsForm.self, prepared)
        }
        let books = try BookAnswer(text: answer.text)
            .recognizedBooks(in: prepared.photoSize, acceptanceScore: configuration.acceptanceScore)
        progress(RecognitionProgress(1, stage: .waitingForModel))
        return PhotoResult(
            photo: "",
            books: books,
            recognizer: answer.model ?? name,
            tokens: TokenUsage(estimates: estimates(prepared.imageSize), reported: answer.tokens)
        )
    }

    private func estimates(_ size: PixelSize) -> [TokenUsage.Estimate] {
        TokenEstimate.all(width: size.width, height: size.height).map {
            TokenUsage.Estimate(rule: $0.rule.rawValue, tokens: $0.tokens)
        }
    }

    // MARK: - HTTP

    private func ask<Form: ModelForm>(_ form: Form.Type, _ photo: PreparedPhoto) async throws -> ModelAnswer {
        let address = configuration.endpoint.appending(path: form.path(configuration))
        var request = HTTPRequest(.post, to: address, headerFields: [.contentType: "application/json"])
        if let key = configuration.key {
            let field = form.authorization(key)
            if let name = HTTPField.Name(field.name) { request.headerFields[name] = field.value }
        }
        let (response, body) = try await exchange(request, try form.body(photo, configuration))
        guard response.status == .ok else { throw failure(response, form.failure(body)) }
        return try form.answer(body)
    }

    private func exchange(_ request: HTTPRequest, _ body: Data) async throws -> (HTTPResponse, Data) {
        let (transport, limit) = (transport, configuration.maximumAnswerSize)
        do {
            return try await inTime {
                let response = try await transport.send(request, body: body)
                return (response.head, try await response.collect(upTo: limit))
            }
        } catch HTTPTransportError.bodyTooLong {
            throw VisionModelError.answerTooLong(limit: limit)
        } catch {
            try Task.checkCancellation()
            throw RecognizerUnavailable(reason: "The model's service cannot be reached: \(error)")
        }
    }

    private struct TimedOut: Error, CustomStringConvertible {
        let timeout: Duration

        var description: String { "There was no complete answer within \(timeout)." }
    }

    /// Does something, and cancels it once an answer has been waited for as long as it may.
    private func inTime<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws
        -> Value
    {
        let timeout = configuration.timeout
        return try await withThrowingTaskGroup(of: Value.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await operation() }
            group.addTask {
                try await Task.sleep(for: timeout)
                throw TimedOut(timeout: timeout)
            }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }

    // MARK: - Refusals

    /// What a status other than 200 means.
    private func failure(_ response: HTTPResponse, _ failure: ModelFailure) -> any Error {
        let status = response.status.code
        let message = withoutKey(String((failure.message ?? "it gave no reason").prefix(300)))
        let retryAfter = failure.retryAfter ?? delay(response)
        let reason = "The model's service answered \(status): \(message)"
        switch status {
        // Key, model or account: nothing that the photo could help. It waits until that is put right.
        case 401, 402, 403, 404: return RecognizerUnavailable(reason: reason, retryAfter: retryAfter)
        case _ where failure.isKeyInvalid: return RecognizerUnavailable(reason: reason, retryAfter: retryAfter)
        case 408, 425, 429, 502, 503, 504, 529: return RecognizerUnavailable(reason: reason, retryAfter: retryAfter)
        case 413, 415: return UnrecognizablePhoto(reason: reason)
        // Any other failure of a server may be due to the photo, unless it tells when to come back.
        case 500...599 where retryAfter != nil: return RecognizerUnavailable(reason: reason, retryAfter: retryAfter)
        default: return VisionModelError.rejected(status: status, message: message)
        }
    }

    private func delay(_ response: HTTPResponse) -> Duration? {
        let now = now()
        guard let value = response.headerFields[.retryAfter],
            let parsed = RetryAfter(fieldValue: value, now: now)
        else { return nil }
        return parsed.delay(from: now)
    }

    /// Services quote what they were sent.
    private func withoutKey(_ text: String) -> String {
        guard let key = configuration.key else { return text }
        return text.replacingOccurrences(of: key, with: "***")
    }
}

/// Which model is asked, where, and within which bounds.
public struct VisionModelConfiguration: Sendable {
    /// How a service of models is spoken to.
    public enum Form: String, Sendable, CaseIterable {
        /// Gemini's `generateContent`. The endpoint ends with the version, for example `.../v1beta`.
        case gemini
        /// The OpenAI-compatible `chat/completions`. The endpoint ends with the version, for example `.../v1`.
        case chatCompletions = "openai"

        /// The environment variable that usually holds the key.
        public var keyVariable: String {
            switch self {
            case .gemini: "GEMINI_API_KEY"
            case .chatCompletions: "OPENAI_API_KEY"
            }
        }
    }

    /// How the service is spoken to.
    public var form: Form
    /// The address before the form's own path.
    public var endpoint: URL
    /// The model's name at the service.
    public var model: String
    /// The secret; nil for a service that needs none.
    public var key: String?
    /// The most bytes of an image that is sent.
    public var maximumImageSize = 7 << 20
    /// The most bytes of an answer that are read.
    public var maximumAnswerSize = 1 << 20
    /// The most tokens that the model may write; nil for the service's own limit.
    public var maximumOutputTokens: Int?
    /// How long an answer is waited for.
    public var timeout: Duration = .seconds(120)
    /// The confidence from which on a book is accepted without asking; nil for never.
    ///
    /// What models say of their own confidence is not calibrated, so the default is nil.
    public var acceptanceScore: Double?

    /// Makes a configuration.
    public init(form: Form, endpoint: URL, model: String, key: String?) {
        self.form = form
        self.endpoint = endpoint
        self.model = model
        self.key = key
    }

    /// Makes a configuration whose key comes from the environment, so that it stands in no file and no list of processes.
    ///
    /// Throws ``VisionModelError/keyMissing(variable:)``.
    /// - Parameters:
    ///   - keyVariable: the variable's name; nil for the form's usual one.
    ///   - environment: the process's, unless a test says otherwise.
    public init(
        form: Form,
        endpoint: URL,
        model: String,
        keyVariable: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(VisionModelError) {
        let variable = keyVariable ?? form.keyVariable
        guard let key = environment[variable], !key.isEmpty else { throw .keyMissing(variable: variable) }
        self.init(form: form, endpoint: endpoint, model: model, key: key)
    }
}

/// What went wrong with one request to a vision model. Another attempt may go better.
///
/// What no attempt can mend is `UnrecognizablePhoto`; what has nothing to do with the photo is `RecognizerUnavailable`.
public enum VisionModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The environment has no key.
    case keyMissing(variable: String)
    /// The service has refused the request, or has failed on it.
    case rejected(status: Int, message: String)
    /// The answer ends before its end: the model's limit of output was reached.
    case truncated
    /// The answer is longer than what is read of it.
    case answerTooLong(limit: Int)
    /// The answer is not what was asked for.
    case malformed(String)

    /// The error in a sentence.
    public var description: String {
        switch self {
        case .keyMissing(let variable): "The environment variable \(variable) has no key for the vision model."
        case .rejected(let status, let message): "The model's service answered \(status): \(message)"
        case .truncated: "The model's answer was cut off at its limit of output."
        case .answerTooLong(let limit): "The model's answer has more than \(limit) bytes."
        case .malformed(let reason): "The model's answer cannot be read: \(reason)"
        }
    }
}
