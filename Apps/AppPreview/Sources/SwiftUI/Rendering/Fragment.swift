import ViewTree

/// An element that a view made, and what those around it have to know.
struct Fragment {
    var element: Element
    var layout = FragmentLayout()
    /// What a picker chooses by.
    var tag: AnyHashable?
    /// What the fragment is, to lists and forms.
    var role = FragmentRole.content
    /// Buttons that a row of a list shows when it is swiped.
    var rowActions: [Fragment] = []
    /// Whether the element holds one other only, so that what is said of it is said of the other.
    var isWrapper = false
    /// What the element is called in menus, bars and alerts: their buttons are taken out of other looks.
    var isDestructive = false
    var isCancel = false
}

/// In which directions a fragment takes all the room that it is offered.
struct FragmentLayout: Equatable {
    var fillsWidth = false
    var fillsHeight = false
    /// A spacer fills only the main axis of its stack.
    var isSpacer = false
    var isDivider = false

    static let fills = FragmentLayout(fillsWidth: true, fillsHeight: true)
}

enum FragmentRole: Equatable {
    case content
    case section
}

extension Element {
    mutating func addClass(_ name: String) {
        let names = attributes["class"].map { $0.split(separator: " ").map(String.init) } ?? []
        guard !names.contains(name) else { return }
        attributes["class"] = (names + [name]).joined(separator: " ")
    }

    func hasClass(_ name: String) -> Bool {
        attributes["class"]?.split(separator: " ").contains { $0 == name } ?? false
    }

    /// Adds a property to the inline style, before those that are there.
    mutating func addStyle(_ property: String, _ value: String) {
        attributes["style"] = attributes["style"].map { "\(property):\(value);" + $0 } ?? "\(property):\(value);"
    }

    mutating func addEvent(_ event: String) {
        if !events.contains(event) { events.append(event) }
    }
}

/// A length in CSS: points are pixels of the page.
func points(_ length: CGFloat) -> String {
    "\(number(length))px"
}

/// A number without digits that say nothing.
func number(_ value: CGFloat) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e9 ? String(Int(rounded)) : String(Double(rounded))
}
