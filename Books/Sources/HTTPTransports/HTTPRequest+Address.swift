public import Foundation
public import HTTPTypes

extension HTTPRequest {
    /// A request to an address of http or https.
    public init(_ method: Method, to address: URL, headerFields: HTTPFields = [:]) {
        let parts = URLComponents(url: address, resolvingAgainstBaseURL: true)
        let host = parts?.encodedHost ?? ""
        let path = parts?.percentEncodedPath ?? ""
        self.init(
            method: method,
            scheme: parts?.scheme,
            authority: parts?.port.map { "\(host):\($0)" } ?? host,
            path: (path.isEmpty ? "/" : path) + (parts?.percentEncodedQuery.map { "?\($0)" } ?? ""),
            headerFields: headerFields
        )
    }

    /// The address of the request; `nil` if its parts make none of http or https.
    var address: URL? {
        guard let scheme, ["http", "https"].contains(scheme.lowercased()), let authority, let path else { return nil }
        return URL(string: "\(scheme)://\(authority)\(path)")
    }
}
