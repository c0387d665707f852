/// What the gallery shows.
struct GalleryState {
    enum Presentation: Equatable {
        case sheet, cover, alert, dialog, menu
    }

    var count = 0
    var isOn = false
    var level = 40.0
    var choice = "photo"
    var text = ""
    var submitted = ""
    var presentation: Presentation?
    var lastGesture = "none"
    var gestureCount = 0
    var pageSize = ""
    var scene = "active"
    var language = "en"
    var dynamicType = "large"
    var hardware = "none"
    var rows = ["Dune", "Emma", "Persuasion"]
    var effects: [(kind: String, value: String)] = []
}
