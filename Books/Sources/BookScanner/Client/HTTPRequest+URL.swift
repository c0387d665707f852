import Foundation
import HTTPTypes

extension HTTPRequest {
    /// The address of the request; `nil` if its parts make none.
    var url: URL? {
        guard let scheme, let authority, let path else { return nil }
        return URL(string: "\(scheme)://\(authority)\(path)")
    }
}
