/// What a browser calls itself, in words for people.
enum DeviceName {
    // The first one that is found counts: most browsers name others, too.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"),
        ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
        ("Macintosh", "Mac"), ("Linux", "Linux"),
    ]

    /// `Safari on iPhone`, of words that are known: a client decides what stands in its `User-Agent` header.
    static func of(userAgent: String?) -> String {
        func name(_ names: [(String, String)]) -> String? {
            names.first { userAgent?.contains($0.0) == true }?.1
        }
        guard let browser = name(browsers) else { return "Another program" }
        return name(systems).map { "\(browser) on \($0)" } ?? browser
    }
}
