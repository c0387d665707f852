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
        /// The `Sec-Fetch-Dest` header of current browsers: what it is wanted for.
        var fetchDestination: String?
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

    /// Whether something is given out to this source: to the own page, to programs, and to whoever types the address. Who
    /// follows a link from elsewhere gets pages only, and nobody gets anything into a frame: pages of other sites could not
    /// read the picture, but could show it, or have a browser load it without end.
    ///
    /// - Parameter isPage: whether a page is asked for, not a picture, a stream or data.
    static func acceptsReading(from source: Source, authority: String?, isPage: Bool) -> Bool {
        if let origin = source.origin, !isSame(origin: origin, authority: authority) { return false }
        if let destination = source.fetchDestination, embeddedDestinations.contains(destination) { return false }
        return isOwn(fetchSite: source.fetchSite) || (isPage && source.fetchMode == "navigate")
    }

    private static let embeddedDestinations: Set = ["iframe", "frame", "fencedframe", "embed", "object"]

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
