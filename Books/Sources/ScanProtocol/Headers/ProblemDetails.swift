public import Foundation

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
