public import AsyncHTTPClient
public import Foundation
import NIOCore
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
    private let client: HTTPClient
    private let prepare: Preparation
    private let now: @Sendable () -> Date

    /// Makes a recogniser.
    ///
    /// - Parameters:
    ///   - configuration: which model.
    ///   - client: shut down by its owner; should have ``httpConfiguration``, so that the key goes to the endpoint alone.
    ///   - prepare: decodes, turns upright, scales and encodes photos.
    ///   - now: the time that dates in `Retry-After` are held against.
    public init(
        configuration: VisionModelConfiguration,
        client: HTTPClient,
        now: @escaping @Sendable () -> Date = { Date() },
        prepare: @escaping Preparation
    ) {
        self.configuration = configuration
        self.client = client
        self.prepare = prepare
        self.now = now
    }

    /// A client's configuration for this purpose: no redirections, a bound for connecting.
    public static var httpConfiguration: HTTPClient.Configuration {
        HTTPClient.Configuration(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10)))
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
        var request = HTTPClientRequest(
            url: configuration.endpoint.appending(path: form.path(configuration)).absoluteString
        )
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        if let key = configuration.key {
            let field = form.authorization(key)
            request.headers.add(name: field.name, value: field.value)
        }
        request.body = .bytes(ByteBuffer(bytes: try form.body(photo, configuration)))
        let (response, body) = try await exchange(request)
        guard response.status == .ok else { throw failure(response, form.failure(body)) }
        return try form.answer(body)
    }

    private func exchange(_ request: HTTPClientRequest) async throws -> (HTTPClientResponse, Data) {
        do {
            let deadline = NIODeadline.now() + TimeAmount(configuration.timeout)
            let response = try await client.execute(request, deadline: deadline)
            let body = try await response.body.collect(upTo: configuration.maximumAnswerSize)
            return (response, Data(body.readableBytesView))
        } catch is NIOTooManyBytesError {
            throw VisionModelError.answerTooLong(limit: configuration.maximumAnswerSize)
        } catch {
            try Task.checkCancellation()
            throw RecognizerUnavailable(reason: "The model's service cannot be reached: \(error)")
        }
    }

    // MARK: - Refusals

    /// What a status other than 200 means.
    private func failure(_ response: HTTPClientResponse, _ failure: ModelFailure) -> any Error {
        let status = Int(response.status.code)
        let message = withoutKey(String((failure.message ?? response.status.reasonPhrase).prefix(300)))
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

    private func delay(_ response: HTTPClientResponse) -> Duration? {
        let now = now()
        guard let value = response.headers.first(name: "Retry-After"),
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
