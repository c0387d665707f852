import ViewTree

/// What views tell those around them.
struct Preferences {
    var navigationTitle: Text?
    var titleDisplayMode: NavigationBarItem.TitleDisplayMode?
    var toolbar: [ToolbarFragment] = []
    var search: Fragment?
    var presentations: [Fragment] = []
    var hidesStatusBar: Bool?
    var colorScheme: ColorScheme?
    var captureHandlers: [CaptureHandler] = []

    /// Adds what a later view says; the first to speak wins where only one can.
    mutating func merge(_ other: Preferences) {
        navigationTitle = navigationTitle ?? other.navigationTitle
        titleDisplayMode = titleDisplayMode ?? other.titleDisplayMode
        toolbar += other.toolbar
        search = search ?? other.search
        presentations += other.presentations
        hidesStatusBar = hidesStatusBar ?? other.hidesStatusBar
        colorScheme = colorScheme ?? other.colorScheme
        captureHandlers += other.captureHandlers
    }
}

struct ToolbarFragment {
    var placement: ToolbarItemPlacement
    var fragments: [Fragment]
}
