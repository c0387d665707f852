import Foundation

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
