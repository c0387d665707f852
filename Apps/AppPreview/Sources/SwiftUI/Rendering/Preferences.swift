import ViewTree

/// What views tell those around them.
struct Preferences {
    var navigationTitle: Text?
    var titleDisplayMode: NavigationBarItem.TitleDisplayMode?
    var hidesBackButton = false
    var toolbar: [ToolbarFragment] = []
    var hiddenBars: Set<ToolbarPlacement> = []
    var search: Fragment?
    var destinations: [ObjectIdentifier: @MainActor (Any) -> any View] = [:]
    var presentations: [Fragment] = []
    var hidesStatusBar: Bool?
    var colorScheme: ColorScheme?
    var detents: [PresentationDetent]?
    var dragIndicator: Visibility?
    var backgroundInteraction: PresentationBackgroundInteraction?
    var disablesInteractiveDismiss = false
    var captureHandlers: [CaptureHandler] = []
    var urlHandlers: [@MainActor (URL) -> Void] = []

    /// Adds what a later view says; the first to speak wins where only one can.
    mutating func merge(_ other: Preferences) {
        navigationTitle = navigationTitle ?? other.navigationTitle
        titleDisplayMode = titleDisplayMode ?? other.titleDisplayMode
        hidesBackButton = hidesBackButton || other.hidesBackButton
        toolbar += other.toolbar
        hiddenBars.formUnion(other.hiddenBars)
        search = search ?? other.search
        destinations.merge(other.destinations) { first, _ in first }
        presentations += other.presentations
        hidesStatusBar = hidesStatusBar ?? other.hidesStatusBar
        colorScheme = colorScheme ?? other.colorScheme
        detents = detents ?? other.detents
        dragIndicator = dragIndicator ?? other.dragIndicator
        backgroundInteraction = backgroundInteraction ?? other.backgroundInteraction
        disablesInteractiveDismiss = disablesInteractiveDismiss || other.disablesInteractiveDismiss
        captureHandlers += other.captureHandlers
        urlHandlers += other.urlHandlers
    }
}

struct ToolbarFragment {
    var placement: ToolbarItemPlacement
    var fragments: [Fragment]
}
