import Foundation
import VisionModel

/// Answers in the forms that the services' documentation describes.
enum RecordedAnswers {
    /// What a model writes for two books.
    static let books = """
        {"books":[{"title":"Dune","author":"Frank Herbert","lines":["DUNE","FRANK HERBERT"],"confidence":0.98,\
        "box":[100,250,900,375]},{"title":"","author":"","lines":["ملحمة","📚 \\"x\\""],"confidence":0.2,"box":[900,500,100,400]}]}
        """

    static func gemini(text: String, finishReason: String = "STOP") -> String {
        """
        {"candidates":[{"content":{"parts":[{"text":"Let me look.","thought":true},{"text":\(quoted(text))}],"role":"model"},\
        "finishReason":"\(finishReason)","index":0,"avgLogprobs":-0.01}],\
        "usageMetadata":{"promptTokenCount":361,"candidatesTokenCount":89,"totalTokenCount":450,\
        "promptTokensDetails":[{"modality":"TEXT","tokenCount":103},{"modality":"IMAGE","tokenCount":258}]},\
        "modelVersion":"some-model-001","responseId":"abc"}
        """
    }

    static func chat(text: String, finishReason: String = "stop") -> String {
        """
        {"id":"chatcmpl-1","object":"chat.completion","created":1800000000,"model":"some-model-001","choices":[{"index":0,\
        "message":{"role":"assistant","content":\(quoted(text)),"refusal":null,"annotations":[]},"logprobs":null,\
        "finish_reason":"\(finishReason)"}],"usage":{"prompt_tokens":361,"completion_tokens":89,"total_tokens":450,\
        "completion_tokens_details":{"reasoning_tokens":0}},"service_tier":"default"}
        """
    }

    static let geminiBlocked = """
        {"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{"promptTokenCount":361,"totalTokenCount":361}}
        """

    static let chatRefusal = """
        {"id":"chatcmpl-1","object":"chat.completion","created":1800000000,"model":"some-model-001","choices":[{"index":0,\
        "message":{"role":"assistant","content":null,"refusal":"I cannot help with that."},"finish_reason":"stop"}]}
        """

    static let geminiRateLimited = """
        {"error":{"code":429,"message":"You exceeded your current quota.","status":"RESOURCE_EXHAUSTED","details":[\
        {"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaValue":"250"}]},\
        {"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"22.5s"}]}}
        """

    static let geminiInvalidKey = """
        {"error":{"code":400,"message":"API key secret-key not valid.","status":"INVALID_ARGUMENT","details":[\
        {"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com"}]}}
        """

    static let chatError = """
        {"error":{"message":"Rejected: secret-key","type":"invalid_request_error","param":null,"code":null}}
        """

    /// The form's answer with a text.
    static func answer(_ form: VisionModelConfiguration.Form, text: String) -> String {
        switch form {
        case .gemini: gemini(text: text)
        case .chatCompletions: chat(text: text)
        }
    }

    private static func quoted(_ text: String) -> String {
        guard let data = try? JSONEncoder().encode(text) else { preconditionFailure("a text is JSON") }
        return String(decoding: data, as: UTF8.self)
    }
}
