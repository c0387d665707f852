public import Foundation

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
