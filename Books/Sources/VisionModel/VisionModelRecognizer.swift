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
