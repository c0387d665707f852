import Foundation
import RecognitionService

/// A service's way of asking and answering.
protocol ModelForm {
    /// The path after the endpoint.
    static func path(_ configuration: VisionModelConfiguration) -> String
    /// The header that carries the key.
    static func authorization(_ key: String) -> (name: String, value: String)
    /// The body of a request.
    static func body(_ photo: PreparedPhoto, _ configuration: VisionModelConfiguration) throws -> Data
    /// Reads a successful answer. Throws ``VisionModelError`` or `UnrecognizablePhoto`.
    static func answer(_ body: Data) throws -> ModelAnswer
    /// Reads a refusal.
    static func failure(_ body: Data) -> ModelFailure
}

/// What a service answers.
struct ModelAnswer: Sendable {
    /// What the model wrote.
    var text: String
    /// The tokens that it took, for image, question and answer.
    var tokens: Int?
    /// The model's exact name, if it tells.
    var model: String?
}

/// Why a service does not answer.
struct ModelFailure: Sendable {
    /// Its own words.
    var message: String?
    /// How long it wants to be left alone, if the body says so.
    var retryAfter: Duration?
    /// Whether the key is what is wrong.
    var isKeyInvalid = false
}

/// The OpenAI-compatible `chat/completions`, which many services and local servers have.
enum ChatCompletionsForm: ModelForm {
    static func path(_ configuration: VisionModelConfiguration) -> String { "chat/completions" }

    static func authorization(_ key: String) -> (name: String, value: String) { ("Authorization", "Bearer \(key)") }

    // MARK: - Request

    private struct Request: Encodable {
        struct Message: Encodable {
            var role: String
            var content: [Part]
        }

        struct Part: Encodable {
            var type: String
            var text: String?
            var image_url: ImageURL?
        }

        struct ImageURL: Encodable { var url: String }

        struct ResponseFormat: Encodable {
            var type: String
            var json_schema: Schema
        }

        struct Schema: Encodable {
            var name: String
            var strict: Bool
            var schema: JSONValue
        }

        var model: String
        var messages: [Message]
        var response_format: ResponseFormat
        var max_completion_tokens: Int?
    }

    static func body(_ photo: PreparedPhoto, _ configuration: VisionModelConfiguration) throws -> Data {
        let image = Request.ImageURL(url: "data:\(photo.mediaType);base64,\(photo.image.base64EncodedString())")
        let parts = [
            Request.Part(type: "text", text: BookQuestion.text), Request.Part(type: "image_url", image_url: image),
        ]
        let schema = Request.Schema(name: BookQuestion.schemaName, strict: true, schema: BookQuestion.schema)
        return try JSONEncoder().encode(
            Request(
                model: configuration.model,
                messages: [Request.Message(role: "user", content: parts)],
                response_format: Request.ResponseFormat(type: "json_schema", json_schema: schema),
                max_completion_tokens: configuration.maximumOutputTokens
            )
        )
    }

    // MARK: - Answer

    private struct Response: Decodable {
        struct Choice: Decodable {
            var message: Message
            var finish_reason: String?
        }

        struct Message: Decodable {
            var content: String?
            var refusal: String?
        }

        struct Usage: Decodable { var total_tokens: Int? }

        var choices: [Choice]
        var usage: Usage?
        var model: String?
    }

    static func answer(_ body: Data) throws -> ModelAnswer {
        guard let response = try? JSONDecoder().decode(Response.self, from: body), let choice = response.choices.first
        else { throw VisionModelError.malformed("it is no chat completion") }
        if let refusal = choice.message.refusal, !refusal.isEmpty {
            throw UnrecognizablePhoto(reason: "The vision model refuses this photo: \(refusal.prefix(300))")
        }
        switch choice.finish_reason {
        case "length": throw VisionModelError.truncated
        case "content_filter":
            throw UnrecognizablePhoto(reason: "The vision model refuses this photo (content_filter).")
        default: break
        }
        guard let text = choice.message.content else { throw VisionModelError.malformed("the model said nothing") }
        return ModelAnswer(text: text, tokens: response.usage?.total_tokens, model: response.model)
    }

    // MARK: - Refusal

    private struct Failure: Decodable {
        struct Body: Decodable {
            var message: String?
            var code: String?
        }

        var error: Body
    }

    static func failure(_ body: Data) -> ModelFailure {
        guard let error = try? JSONDecoder().decode(Failure.self, from: body).error else { return ModelFailure() }
        return ModelFailure(message: error.message, isKeyInvalid: error.code == "invalid_api_key")
    }
}

/// Gemini's `models/{model}:generateContent`.
enum GeminiForm: ModelForm {
    static func path(_ configuration: VisionModelConfiguration) -> String {
        "models/\(configuration.model):generateContent"
    }

    static func authorization(_ key: String) -> (name: String, value: String) { ("x-goog-api-key", key) }

    // MARK: - Request

    private struct Request: Encodable {
        struct Content: Encodable {
            var role: String
            var parts: [Part]
        }

        struct Part: Encodable {
            var text: String?
            var inlineData: InlineData?
        }

        struct InlineData: Encodable {
            var mimeType: String
            var data: Data
        }

        struct GenerationConfig: Encodable {
            var temperature: Double
            var responseMimeType: String
            var responseJsonSchema: JSONValue
            var maxOutputTokens: Int?
        }

        var contents: [Content]
        var generationConfig: GenerationConfig
    }

    static func body(_ photo: PreparedPhoto, _ configuration: VisionModelConfiguration) throws -> Data {
        let image = Request.InlineData(mimeType: photo.mediaType, data: photo.image)
        let parts = [Request.Part(inlineData: image), Request.Part(text: BookQuestion.text)]
        return try JSONEncoder().encode(
            Request(
                contents: [Request.Content(role: "user", parts: parts)],
                generationConfig: Request.GenerationConfig(
                    temperature: 0,
                    responseMimeType: "application/json",
                    responseJsonSchema: BookQuestion.schema,
                    maxOutputTokens: configuration.maximumOutputTokens
                )
            )
        )
    }

    // MARK: - Answer

    private struct Response: Decodable {
        struct Candidate: Decodable {
            var content: Content?
            var finishReason: String?
        }

        struct Content: Decodable { var parts: [Part]? }

        struct Part: Decodable {
            var text: String?
            /// Whether it is what the model thought, and not its answer.
            var thought: Bool?
        }

        struct PromptFeedback: Decodable { var blockReason: String? }

        struct Usage: Decodable { var totalTokenCount: Int? }

        var candidates: [Candidate]?
        var promptFeedback: PromptFeedback?
        var usageMetadata: Usage?
        var modelVersion: String?
    }

    static func answer(_ body: Data) throws -> ModelAnswer {
        guard let response = try? JSONDecoder().decode(Response.self, from: body) else {
            throw VisionModelError.malformed("it is no answer of generateContent")
        }
        if let reason = response.promptFeedback?.blockReason { throw refusal(reason) }
        guard let candidate = response.candidates?.first else {
            throw VisionModelError.malformed("it has no candidate")
        }
        switch candidate.finishReason {
        case "STOP", nil: break
        case "MAX_TOKENS": throw VisionModelError.truncated
        case "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "LANGUAGE":
            throw refusal(candidate.finishReason ?? "")
        case .some(let reason): throw VisionModelError.malformed("the model stopped with \(reason)")
        }
        let text = (candidate.content?.parts ?? []).filter { $0.thought != true }.compactMap(\.text).joined()
        return ModelAnswer(text: text, tokens: response.usageMetadata?.totalTokenCount, model: response.modelVersion)
    }

    private static func refusal(_ reason: String) -> UnrecognizablePhoto {
        UnrecognizablePhoto(reason: "The vision model refuses this photo (\(reason)).")
    }

    // MARK: - Refusal

    private struct Failure: Decodable {
        struct Body: Decodable {
            var message: String?
            var details: [Detail]?
        }

        struct Detail: Decodable {
            var reason: String?
            var retryDelay: String?
        }

        var error: Body
    }

    static func failure(_ body: Data) -> ModelFailure {
        guard let error = try? JSONDecoder().decode(Failure.self, from: body).error else { return ModelFailure() }
        let details = error.details ?? []
        return ModelFailure(
            message: error.message,
            retryAfter: details.lazy.compactMap { $0.retryDelay.flatMap(duration) }.first,
            isKeyInvalid: details.contains { $0.reason == "API_KEY_INVALID" }
        )
    }

    /// A duration as protobuf's JSON has it: seconds, perhaps with a fraction, and an `s`.
    private static func duration(_ text: String) -> Duration? {
        guard text.hasSuffix("s"), let seconds = Double(text.dropLast()), seconds.isFinite, seconds >= 0 else {
            return nil
        }
        return .seconds(min(seconds, 1e6))
    }
}
