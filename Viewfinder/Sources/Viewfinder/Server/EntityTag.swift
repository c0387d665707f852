import HTTPTypes

/// Names of the state that a file is in, so that a client that has it need not get it again.
enum EntityTag {
    /// Whether a client has what a tag names, as `If-None-Match` says it: one of several tags, or `*`. For this comparison a weak tag is
    /// as good as a strong one.
    static func isKnown(_ tag: String, to headers: HTTPFields) -> Bool {
        guard let known = headers[.ifNoneMatch] else { return false }
        let tag = Substring(tag).droppingWeakness
        return known == "*" || known.split(separator: ",").contains { $0.trimmingSpaces.droppingWeakness == tag }
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        let start = drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
    }

    fileprivate var droppingWeakness: Substring { hasPrefix("W/") ? dropFirst(2) : self }
}
