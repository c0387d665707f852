import Foundation
import HTTPTypes
import Hummingbird

/// The language in which somebody reads the page.
enum PageLanguage {
    /// The parameter of an address that says it, whatever the browser says.
    static let parameter = "lang"

    /// The language for a request: what its address asks for, else what its browser likes best, else the first one.
    ///
    /// - Parameters:
    ///   - request: what is answered.
    ///   - languages: the languages that there are, as tags without a region; not empty.
    static func of(_ request: Request, among languages: [String]) -> String {
        let asked = request.uri.queryParameters[Substring(parameter)].map { [String($0)] } ?? []
        let wanted = asked + accepted(request.headers[values: .acceptLanguage].joined(separator: ","))
        return wanted.lazy.compactMap { tag in languages.first { isMeant($0, by: tag) } }.first ?? languages[0]
    }

    /// `de-AT` means `de`, too, and `*` the first language that there is.
    private static func isMeant(_ language: String, by tag: String) -> Bool {
        tag == "*" || tag.lowercased().split(separator: "-").first.map { $0 == language } == true
    }

    /// The languages of a header `Accept-Language`, the one that is liked best first; those with a weight of nothing are left out.
    static func accepted(_ header: String) -> [String] {
        let weighted = header.split(separator: ",").compactMap { part -> (tag: String, weight: Double)? in
            let parts = part.split(separator: ";", omittingEmptySubsequences: false).map {
                $0.filter { !$0.isWhitespace }
            }
            guard let tag = parts.first, !tag.isEmpty else { return nil }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return weight > 0 ? (tag, weight) : nil
        }
        // Of languages with the same weight the earlier one counts: sorting in Swift keeps their order.
        return weighted.sorted { $0.weight > $1.weight }.map(\.tag)
    }
}
