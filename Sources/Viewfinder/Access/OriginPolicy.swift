/// Whether a request comes from the viewfinder's own page, or from no page at all.
enum OriginPolicy {
    /// What a request tells about where it comes from.
    struct Source {
        /// The `Origin` header. Browsers send it with every POST.
        var origin: String?
        /// The `Sec-Fetch-Site` header of current browsers.
        var fetchSite: String?
        /// The `Sec-Fetch-Mode` header of current browsers.
        var fetchMode: String?
    }

    /// Whether a command from this source is obeyed.
    ///
    /// A command without any of the headers comes from a program, not from a page, and no page can suppress them.
    static func acceptsCommand(from source: Source, authority: String?) -> Bool {
        if let origin = source.origin, !isSame(origin: origin, authority: authority) {
            return false
        }
        return isOwn(fetchSite: source.fetchSite)
    }

    /// Whether something is given out to this source: only to the own page, to programs, and to whoever follows a link
    /// or types the address. Pages of other sites could not read the picture but could show it.
    static func acceptsReading(from source: Source) -> Bool {
        isOwn(fetchSite: source.fetchSite) || source.fetchMode == "navigate"
    }

    private static func isOwn(fetchSite: String?) -> Bool {
        switch fetchSite {
        case nil, "same-origin", "none": true
        default: false
        }
    }

    private static func isSame(origin: String, authority: String?) -> Bool {
        guard let authority, !authority.isEmpty else { return false }
        let own = authority.lowercased()
        return ["http://\(own)", "https://\(own)"].contains(origin.lowercased())
    }
}
