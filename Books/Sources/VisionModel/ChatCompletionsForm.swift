import Foundation
import RecognitionService

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
